package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.internal.SafeText;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Whether a value counts as true, where a condition is expected. */
public record Truth(Expression parts) implements Predicate, Late.Composed {

    /**
     * The condition that a text of {@code simple} contains; null for other values, and for single placeholders.
     *
     * @throws IllegalArgumentException if the text is not a condition
     */
    public static @Nullable Predicate inText(Expression value) {
        if (value instanceof Late late) {
            return late.asCondition();
        }
        return value instanceof TextTemplate text && !text.isOneValue() ? read(text.toString()) : null;
    }

    private static Predicate read(String text) {
        return TextLanguage.get(
                        "simple: a condition in a text",
                        "use a method such as header(\"type\").isEqualTo(\"express\"), or a lambda\n    "
                                + SafeText.uri(text))
                .condition(text);
    }

    /** The condition in a value, or else whether the value counts as true. */
    public static Predicate conditionOf(Expression value) {
        Predicate condition = inText(value);
        return condition != null ? condition : new Truth(value);
    }

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
        return of(parts.evaluate(exchange));
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
