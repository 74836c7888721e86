package io.mehari.builder.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Whether a value counts as true, where a condition is expected. */
public record Truth(Expression value) implements Predicate {

    public static boolean of(@Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text) {
            String trimmed = text.trim();
            return !trimmed.isEmpty() && !trimmed.equalsIgnoreCase("false");
        }
        return value instanceof Collection<?> collection ? !collection.isEmpty() : value != null;
    }

    @Override
    public boolean matches(Exchange exchange) {
        return of(value.evaluate(exchange));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
