package io.mehari.builder;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Whether a value counts as true, where a condition is expected. */
final class Truth {

    private Truth() {}

    static boolean of(@Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text) {
            String trimmed = text.trim();
            return !trimmed.isEmpty() && !trimmed.equalsIgnoreCase("false");
        }
        return value instanceof Collection<?> collection ? !collection.isEmpty() : value != null;
    }
}
