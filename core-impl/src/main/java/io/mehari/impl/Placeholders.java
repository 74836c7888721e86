package io.mehari.impl;

import java.util.Map;

/** Fills {@code {{name}}} and {@code {{name:otherwise}}} in texts. */
final class Placeholders {
    private Placeholders() {}

    /**
     * The text with all of them filled.
     *
     * @throws IllegalArgumentException when one is not closed, or has neither a value nor a default
     */
    static String resolve(String text, Map<String, String> values) {
        int open = text.indexOf("{{");
        if (open < 0) {
            return text;
        }
        StringBuilder resolved = new StringBuilder();
        int at = 0;
        for (; open >= 0; open = text.indexOf("{{", at)) {
            int close = text.indexOf("}}", open);
            if (close < 0) {
                throw new IllegalArgumentException("A placeholder is not closed with '}}' in " + text);
            }
            resolved.append(text, at, open).append(value(text.substring(open + 2, close), text, values));
            at = close + 2;
        }
        return resolved.append(text, at, text.length()).toString();
    }

    private static String value(String placeholder, String text, Map<String, String> values) {
        int colon = placeholder.indexOf(':');
        String name = colon < 0 ? placeholder : placeholder.substring(0, colon);
        String value = values.get(name);
        if (value != null) {
            return value;
        }
        if (colon >= 0) {
            return placeholder.substring(colon + 1);
        }
        throw new IllegalArgumentException("There is no value for {{" + name + "}} in " + text
                + Nearest.suggestion(name, values.keySet())
                + "; put it into getGlobalOptions(), or give a default as in {{"
                + name + ":1}}");
    }
}
