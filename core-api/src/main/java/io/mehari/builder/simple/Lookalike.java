package io.mehari.builder.simple;

import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** Refuses texts in which a value of the message is probably meant, and would not be put in. */
final class Lookalike {
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

    /** In a text with placeholders: the refusal of one without its dollar. A brace may have a backslash before it. */
    static @Nullable IllegalArgumentException refusal(Scan scan, int brace) {
        String name = scan.until("{}\\ \t\n\r'\"");
        boolean closed = scan.isNext("}");
        scan.back(brace + 1);
        String shown = SafeText.of(name);
        return closed && isValue(name + "}", 0)
                ? scan.refusal(
                        brace,
                        "{" + shown + "} would be a text as it stands: write ${" + shown + "} for the value, or {"
                                + shown + "\\} for this text")
                : null;
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
