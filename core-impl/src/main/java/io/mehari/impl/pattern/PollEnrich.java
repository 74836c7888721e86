package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.internal.RouteThreads;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Receives a message from an endpoint, and merges it into the current message. */
public final class PollEnrich extends Step {
    private final Node.PollEnrich settings;
    private final Function<Exchange, @Nullable Exchange> source;
    private final @Nullable Endpoint endpoint;
    private final RoutingContext context;

    /**
     * @param source waits for a message until the timeout of the step; null if none came. If the endpoint depends on
     *     the message, sets {@code TO_ENDPOINT}
     * @param endpoint the endpoint to receive from; null if it depends on the message
     */
    public PollEnrich(
            Node.PollEnrich settings,
            Function<Exchange, @Nullable Exchange> source,
            @Nullable Endpoint endpoint,
            RoutingContext context) {
        this.settings = settings;
        this.source = source;
        this.endpoint = endpoint;
        this.context = context;
    }

    /** Receives on the calling thread, unless several routes share that thread: then on a new thread. */
    @Override
    public int run(AbstractExchange exchange) throws Exception {
        RoutingContextExtension services = context.getRoutingContextExtension();
        if (settings.timeoutMillis() == 0 || !RouteThreads.isSharedThread(services.getThreadPools())) {
            return resume(exchange, null);
        }
        String name = context.getName() + "-pollEnrich"; // starts when all callers have returned, or this one may wait
        suspend(exchange, null)
                .goOnAt(task -> services.getThreadPools().newThread(name, task).start(), false, null);
        return SUSPENDED;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        if (endpoint != null) {
            exchange.setProperty(Exchange.TO_ENDPOINT, endpoint.getEndpointUri());
        }
        AbstractExchange received = (AbstractExchange) source.apply(exchange);
        if (received == null) {
            enrich(exchange, null);
            return next;
        }
        try {
            enrich(exchange, received);
            exchange.holdBody(exchange);
            received.handoverCompletions(exchange);
        } finally {
            received.release();
        }
        return next;
    }

    private void enrich(AbstractExchange exchange, @Nullable Exchange received) throws Exception {
        Exception failure = received == null ? null : received.getException();
        AggregationStrategy strategy = settings.strategy();
        if (failure != null) {
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
    public @Nullable Endpoint endpoint() {
        return endpoint;
    }
}
