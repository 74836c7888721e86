package io.mehari.impl.context;

import io.mehari.impl.base.Nearest;
import io.mehari.spi.SafeText;
import java.util.Map;

/** Replaces {@code {{name}}} and {@code {{name:default}}} in texts. */
final class Placeholders {
    private Placeholders() {}

    /**
     * Replaces all placeholders in a text.
     *
     * @param services give the values that are not in the map, if they have them
     * @throws IllegalArgumentException if one is not closed, or has neither a value nor a default
     */
    static String resolve(String text, Map<String, String> values, ContextServices services) {
        int open = text.indexOf("{{");
        StringBuilder resolved = new StringBuilder();
        int at = 0;
        for (; open >= 0; open = text.indexOf("{{", at)) {
            int close = text.indexOf("}}", open);
            if (close < 0) {
                throw new IllegalArgumentException("A placeholder is not closed with '}}' in " + SafeText.uri(text));
            }
            resolved.append(text, at, open).append(value(text.substring(open + 2, close), text, values, services));
            at = close + 2;
        }
        return resolved.append(text, at, text.length()).toString();
    }

    private static String value(String placeholder, String text, Map<String, String> values, ContextServices services) {
        int colon = placeholder.indexOf(':');
        String name = colon < 0 ? placeholder : placeholder.substring(0, colon);
        String given = values.get(name);
        String value = given != null ? given : services.propertyOfSource(name);
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
