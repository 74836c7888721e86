package io.mehari.impl.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;

/** The first step of an aggregate block: tells the strategy that the group is complete. */
public final class CompletedGroup extends Step {
    private final AggregationStrategy strategy;

    public CompletedGroup(AggregationStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    public int run(AbstractExchange exchange) {
        Long timeout = exchange.getProperty(Exchange.AGGREGATED_TIMEOUT, Long.class);
        if (timeout != null) {
            strategy.timeout(exchange, -1, -1, timeout);
        }
        strategy.onCompletion(exchange, null);
        return next;
    }
}
