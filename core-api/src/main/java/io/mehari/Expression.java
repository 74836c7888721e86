package io.mehari;

import org.jspecify.annotations.Nullable;

/** A value read from an exchange. Reading must not change it. */
@FunctionalInterface
public interface Expression {
    /** The value as it is. */
    @Nullable
    Object evaluate(Exchange exchange);

    /** The value converted to the type asked for. */
    default <T> @Nullable T evaluate(Exchange exchange, Class<T> type) {
        return exchange.convert(type, evaluate(exchange));
    }
}
