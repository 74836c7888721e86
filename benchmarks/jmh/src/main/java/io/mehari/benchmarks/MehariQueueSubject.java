package io.mehari.benchmarks;

import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;

/** A route from a queue in Mehari, with one processor. */
@NullUnmarked // fields are set when it is opened
final class MehariQueueSubject extends QueueSubject {
    private static final String ROUTE = "taker";

    /** Enough exchanges for a full queue and for all threads. */
    private static final int POOL = CAPACITY + 64;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private String uri;
    private Endpoint queue;

    MehariQueueSubject(boolean pooled) {
        if (pooled) {
            context.getRoutingContextExtension().setExchangeFactory(new PooledExchangeFactory(context, POOL, false));
        }
    }

    @Override
    public void open(String scheme, int consumers, Consumer<Object> sink) {
        uri = scheme + ":queue?size=" + CAPACITY + "&blockWhenFull=true&waitStrategy=Blocking&concurrentConsumers="
                + consumers;
        try {
            context.addRoutes(r -> r.from(uri)
                    .routeId(ROUTE)
                    .process(exchange -> sink.accept(exchange.getMessage().getBody())));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
        queue = context.getEndpoint(uri);
    }

    @Override
    public void send(Object body) {
        template.sendBody(queue, body);
    }

    @Override
    public void request(Object body) {
        template.requestBody(uri, body);
    }

    @Override
    public void requestAsync(Object body, Runnable then) {
        var unused = template.asyncRequestBody(uri, body).thenRun(then);
    }

    @Override
    public void startTaking() {
        context.getRouteController().startRoute(ROUTE);
    }

    @Override
    public void stopTaking() {
        context.getRouteController().stopRoute(ROUTE);
    }

    @Override
    public void close() {
        context.stop();
    }
}
