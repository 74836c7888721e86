package io.mehari.impl;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.builder.Node;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** Takes a message from an endpoint, and makes one of that and the message that passes. */
final class PollEnrich extends Step {
    private final Node.PollEnrich says;
    private final PollingConsumer consumer;
    private final ExchangeFactory exchanges;

    PollEnrich(Node.PollEnrich says, PollingConsumer consumer, ExchangeFactory exchanges) {
        this.says = says;
        this.consumer = consumer;
        this.exchanges = exchanges;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        @Nullable DefaultExchange received = (@Nullable DefaultExchange) consumer.receive(says.timeoutMillis());
        if (received == null) {
            enrich(exchange, null);
            return next;
        }
        int lease = exchanges.lease(received);
        try {
            enrich(exchange, received);
            received.handoverCompletions(exchange);
        } finally {
            exchanges.release(received, lease);
        }
        return next;
    }

    private void enrich(DefaultExchange exchange, @Nullable Exchange received) throws Exception {
        Exception failure = received == null ? null : received.getException();
        AggregationStrategy strategy = says.strategy();
        if (failure != null && !says.aggregateOnException()) {
            exchange.setException(failure);
        } else if (strategy != null) {
            Enrich.aggregate(strategy, exchange, received);
        } else if (received == null) {
            exchange.setBody(null);
        } else {
            exchange.setBody(received.getBody());
            received.getHeaders().forEach(exchange::setHeader);
        }
    }

    @Override
    io.mehari.Endpoint endpoint() {
        return consumer.getEndpoint();
    }
}
