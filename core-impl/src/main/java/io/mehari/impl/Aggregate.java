package io.mehari.impl;

/** Gives a copy of each message to an aggregator; the message itself goes on. */
final class Aggregate extends Step {
    private final Aggregator aggregator;

    Aggregate(Aggregator aggregator) {
        this.aggregator = aggregator;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        aggregator.process(exchange);
        return next;
    }
}
