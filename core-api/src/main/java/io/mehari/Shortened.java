package io.mehari;

import org.jspecify.annotations.Nullable;

/** Values in messages of exceptions: their type, and no more of their text than a line can bear. */
final class Shortened {

    private static final int MAX_VALUE = 80;
    private static final int MAX_CAUSE = 1000; // it may list what would have been right

    private Shortened() {}

    static String describe(@Nullable Object value) {
        return value == null ? "null" : "a " + value.getClass().getTypeName() + " of value " + text(value, MAX_VALUE);
    }

    static String cause(Throwable cause) {
        return text(cause, MAX_CAUSE);
    }

    private static String text(Object value, int max) {
        String text;
        try {
            text = String.valueOf(value);
        } catch (RuntimeException e) {
            return "(its toString failed: " + e.getClass().getName() + ")";
        }
        return text.length() <= max ? text : text.substring(0, max) + "… (" + text.length() + " characters)";
    }
}
