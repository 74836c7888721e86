package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/**
 * How the children of an exchange become one again.
 *
 * @param strategy null when the parent goes on as it was
 * @param failuresCount whether a failure of any child is one of the whole; else it is the strategy's affair
 */
record FanRules(
        @Nullable AggregationStrategy strategy,
        boolean failuresCount,
        boolean stopOnException,
        ExchangeFactory exchanges) {

    /** Where nobody said what becomes of copies: the last one is the result, unless an error handler ended an earlier one. */
    static final AggregationStrategy LAST_WINS = (old, next) -> old != null && isHandled(old) ? old : next;

    static boolean isHandled(Exchange child) {
        return Boolean.TRUE.equals(child.getExchangeExtension().getErrorHandlerHandled());
    }
}
