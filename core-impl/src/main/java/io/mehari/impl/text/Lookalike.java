package io.mehari.impl.text;

import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** Refuses texts in which a value of the message is probably meant, and would not be put in. */
public final class Lookalike {
    private static final String[] SOURCES = {"body", "header", "headers", "exchangeProperty", "exception"};
    private static final String AFTER = ".:[}";

    private Lookalike() {}

    /** Whether a value that only messages have is named at this place, such as {@code header.id}. */
    private static boolean isValue(String text, int at) {
        for (String each : SOURCES) {
            int end = at + each.length();
            if (text.startsWith(each, at) && end < text.length() && AFTER.indexOf(text.charAt(end)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** How to write the value that is probably meant at a brace without its dollar; null if a text is meant. */
    public static @Nullable String remedy(String text, int brace) {
        int end = brace + 1;
        while (end < text.length() && "{}\\ \t\n\r'\"".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        if (!text.startsWith("}", end) || !isValue(text, brace + 1)) {
            return null;
        }
        String shown = SafeText.of(text.substring(brace + 1, end));
        return "{" + shown + "} would be a text as it stands: write ${" + shown + "} for the value, or {" + shown
                + "\\} for this text";
    }

    /** Of a text that is nothing but a placeholder: refused, or the placeholder if it has a backslash before it. */
    static String constant(String text) {
        String name = text.strip();
        boolean meant = name.startsWith("\\");
        name = meant ? name.substring(1) : name;
        if (!name.startsWith("${") || name.indexOf('}') != name.length() - 1 || !isValue(name, 2)) {
            return text;
        } else if (meant) {
            return name;
        }
        String shown = SafeText.of(name);
        throw new IllegalArgumentException(shown + " is not replaced here by a value of the message: write simple(\""
                + shown + "\"), or \\" + shown + " or a lambda if this very text is meant");
    }
}
