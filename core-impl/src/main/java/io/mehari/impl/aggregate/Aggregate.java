package io.mehari.impl.aggregate;

import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;

/** Gives each message to an aggregator, which adds a copy of it, or its body, to a group. The message continues. */
public final class Aggregate extends Step {
    private final Aggregator aggregator;

    public Aggregate(Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        aggregator.process(exchange);
        return next;
    }
}
