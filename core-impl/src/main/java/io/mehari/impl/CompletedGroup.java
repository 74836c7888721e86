package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;

/** At the entry of an aggregate block: tells the strategy that the group is complete. */
final class CompletedGroup extends Step {
    private final AggregationStrategy strategy;
    private final boolean discardOnTimeout;

    CompletedGroup(AggregationStrategy strategy, boolean discardOnTimeout) {
        this.strategy = strategy;
        this.discardOnTimeout = discardOnTimeout;
    }

    @Override
    int run(DefaultExchange exchange) {
        Long timeout = exchange.getProperty(Exchange.AGGREGATED_TIMEOUT, Long.class);
        if (timeout != null) {
            strategy.timeout(exchange, -1, -1, timeout);
            if (discardOnTimeout) {
                return END;
            }
        }
        strategy.onCompletion(exchange, null);
        return next;
    }
}
