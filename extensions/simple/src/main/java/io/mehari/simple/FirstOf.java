package io.mehari.simple;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.impl.text.Late;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code ${a} ?: 'b'}: the first value that is not empty, or else the last one. */
record FirstOf(List<Expression> parts) implements Expression, Late.Composed {

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        Object value = null;
        for (int i = 0; i < parts.size() && isEmpty(value); i++) {
            value = parts.get(i).evaluate(exchange);
        }
        return value;
    }

    /** As in Camel: also false, and 0 as an {@code Integer}. */
    private static boolean isEmpty(@Nullable Object value) {
        return value == null
                || value.equals(false)
                || value.equals(0)
                || (value instanceof CharSequence text && text.toString().isBlank())
                || (value instanceof Collection<?> all && all.isEmpty())
                || (value instanceof Map<?, ?> map && map.isEmpty());
    }
}
