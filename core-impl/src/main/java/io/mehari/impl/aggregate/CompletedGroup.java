package io.mehari.impl.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;

/** The first step of an aggregate block: tells the strategy that the group is complete. */
public final class CompletedGroup extends Step {
    private final AggregationStrategy strategy;
    private final boolean discardOnTimeout;

    public CompletedGroup(AggregationStrategy strategy, boolean discardOnTimeout) {
        this.strategy = strategy;
        this.discardOnTimeout = discardOnTimeout;
    }

    @Override
    public int run(AbstractExchange exchange) {
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
