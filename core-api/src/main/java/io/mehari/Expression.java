package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Computes a value from an exchange, without changing the exchange. One instance serves all messages, several threads
 * at once, so it must be thread-safe.
 */
@FunctionalInterface
public interface Expression {
    /** The value, not converted. */
    @Nullable
    Object evaluate(Exchange exchange);

    /** The value converted to that type. */
    default <T> @Nullable T evaluate(Exchange exchange, Class<T> type) {
        return exchange.convert(type, evaluate(exchange));
    }
}
