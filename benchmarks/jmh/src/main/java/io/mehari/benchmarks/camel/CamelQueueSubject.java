package io.mehari.benchmarks.camel;

import io.mehari.benchmarks.QueueSubject;
import java.util.function.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.jspecify.annotations.NullUnmarked;

/** A route from a queue in Apache Camel, with one processor. */
@NullUnmarked // fields are set when it is opened
public final class CamelQueueSubject extends QueueSubject {
    private static final String ROUTE = "taker";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private ProducerTemplate template;
    private Endpoint queue;

    /** Creates a subject for the release with which this class was loaded. */
    public CamelQueueSubject() {}

    @Override
    public void open(String scheme, int consumers, Consumer<Object> sink) {
        String uri = scheme + ":queue?size=" + CAPACITY + "&blockWhenFull=true&concurrentConsumers=" + consumers
                + (scheme.equals("disruptor") ? "&waitStrategy=Blocking" : "");
        try {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from(uri)
                            .routeId(ROUTE)
                            .process(exchange ->
                                    sink.accept(exchange.getMessage().getBody()));
                }
            });
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
        template = context.createProducerTemplate();
        queue = context.getEndpoint(uri);
    }

    @Override
    public void send(Object body) {
        template.sendBody(queue, body);
    }

    @Override
    public void request(Object body) {
        template.requestBody(queue, body);
    }

    @Override
    public void requestAsync(Object body, Runnable then) {
        var unused = template.asyncRequestBody(queue, body).thenRun(then);
    }

    @Override
    public void startTaking() {
        try {
            context.getRouteController().startRoute(ROUTE);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void stopTaking() {
        try {
            context.getRouteController().stopRoute(ROUTE);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.stop();
    }
}
