package io.mehari.impl.context;

import io.mehari.impl.base.Nearest;
import io.mehari.spi.SafeText;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Replaces {@code {{name}}} and {@code {{name:default}}} in texts. */
final class Placeholders {
    private Placeholders() {}

    /**
     * Replaces all placeholders in a text.
     *
     * @param source gives the values that are not in the map; null where it has none either
     * @throws IllegalArgumentException if one is not closed, or has neither a value nor a default
     */
    static String resolve(
            String text, Map<String, String> values, Function<String, ? extends @Nullable String> source) {
        int open = text.indexOf("{{");
        if (open < 0) {
            return text;
        }
        StringBuilder resolved = new StringBuilder();
        int at = 0;
        for (; open >= 0; open = text.indexOf("{{", at)) {
            int close = text.indexOf("}}", open);
            if (close < 0) {
                throw new IllegalArgumentException("A placeholder is not closed with '}}' in " + SafeText.uri(text));
            }
            resolved.append(text, at, open).append(value(text.substring(open + 2, close), text, values, source));
            at = close + 2;
        }
        return resolved.append(text, at, text.length()).toString();
    }

    private static String value(
            String placeholder,
            String text,
            Map<String, String> values,
            Function<String, ? extends @Nullable String> source) {
        int colon = placeholder.indexOf(':');
        String name = colon < 0 ? placeholder : placeholder.substring(0, colon);
        String given = values.get(name);
        String value = given != null ? given : source.apply(name);
        if (value != null) {
            return value;
        }
        if (colon >= 0) {
            return placeholder.substring(colon + 1);
        }
        throw new IllegalArgumentException(
                "There is no value for {{" + SafeText.of(name) + "}} in " + SafeText.uri(text)
                        + Nearest.suggestion(name, values.keySet())
                        + "; add it to getGlobalOptions(), or give a default as in {{"
                        + SafeText.of(name) + ":1}}");
    }
}
