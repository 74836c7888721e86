package io.mehari.util;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Helper methods for strings. */
public final class StringHelper {

    private StringHelper() {}

    /** The text with its first character in upper case. */
    public static @Nullable String capitalize(@Nullable String text) {
        return text == null || text.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ENGLISH) + text.substring(1);
    }

    /** The text after the first occurrence; null if there is none. */
    public static @Nullable String after(@Nullable String text, String after) {
        int at = text == null ? -1 : text.indexOf(after);
        return text == null || at < 0 ? null : text.substring(at + after.length());
    }

    /** The text before the first occurrence; null if there is none. */
    public static @Nullable String before(@Nullable String text, String before) {
        int at = text == null ? -1 : text.indexOf(before);
        return text == null || at < 0 ? null : text.substring(0, at);
    }

    /**
     * The text between the first occurrence of {@code after} and the next one of {@code before}; null if one is
     * missing.
     */
    public static @Nullable String between(@Nullable String text, String after, String before) {
        return before(after(text, after), before);
    }
}
