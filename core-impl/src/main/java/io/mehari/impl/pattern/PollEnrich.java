package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.RoutingContext;
import io.mehari.builder.Node;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.RoutingContextExtension;
import org.jspecify.annotations.Nullable;

/** Receives a message from an endpoint, and merges it into the current message. */
public final class PollEnrich extends Step {
    private final Node.PollEnrich settings;
    private final PollingConsumer consumer;
    private final RoutingContext context;

    public PollEnrich(Node.PollEnrich settings, PollingConsumer consumer, RoutingContext context) {
        this.settings = settings;
        this.consumer = consumer;
        this.context = context;
    }

    /** Receives on the calling thread, unless several routes share that thread: then on a new thread. */
    @Override
    public int run(AbstractExchange exchange) throws Exception {
        RoutingContextExtension services = context.getRoutingContextExtension();
        if (settings.timeoutMillis() == 0 || !services.getThreadPools().isSharedThread()) {
            return resume(exchange, null);
        }
        services.getThreadPools()
                .newThread(context.getName() + "-pollEnrich", suspend(exchange, null))
                .start();
        return SUSPENDED;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        ExchangeFactory exchanges = context.getRoutingContextExtension().getExchangeFactory();
        @Nullable AbstractExchange received = (@Nullable AbstractExchange) consumer.receive(settings.timeoutMillis());
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

    private void enrich(AbstractExchange exchange, @Nullable Exchange received) throws Exception {
        Exception failure = received == null ? null : received.getException();
        AggregationStrategy strategy = settings.strategy();
        if (failure != null && !settings.aggregateOnException()) {
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
    public io.mehari.Endpoint endpoint() {
        return consumer.getEndpoint();
    }
}
