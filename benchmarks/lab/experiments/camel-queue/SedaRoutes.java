package io.mehari.lab.camel.queue;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Workload;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.seda.BlockingQueueFactory;
import org.apache.camel.component.seda.SedaComponent;
import org.apache.camel.impl.DefaultCamelContext;

/** Sends messages through seda. If a queue factory or a component is on the class path, seda uses it. */
public final class SedaRoutes implements Workload {
    private static final int MESSAGES = 500;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final AtomicInteger arrived = new AtomicInteger();

    @Override
    @SuppressWarnings("unchecked") // the part provides a factory for queues of exchanges
    public void start(Operations operations) throws Exception {
        ServiceLoader.load(BlockingQueueFactory.class)
                .findFirst()
                .ifPresent(factory -> context.getComponent("seda", SedaComponent.class)
                        .setDefaultQueueFactory((BlockingQueueFactory<Exchange>) factory));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:one?size=1000&blockWhenFull=true").process(exchange -> arrived.incrementAndGet());
                from("seda:two?size=1000&blockWhenFull=true&concurrentConsumers=2")
                        .process(exchange -> arrived.incrementAndGet());
            }
        });
        context.start();
        SedaChecks.check(context);
        operations.addForThreads("seda, one consumer", MESSAGES, send("seda:one?size=1000&blockWhenFull=true"));
        operations.addForThreads(
                "seda, two consumers", MESSAGES, send("seda:two?size=1000&blockWhenFull=true&concurrentConsumers=2"));
    }

    private Callable<?> send(String uri) {
        Endpoint endpoint = context.getEndpoint(uri);
        ProducerTemplate template = context.createProducerTemplate();
        return () -> {
            int before = arrived.get();
            for (int i = 0; i < MESSAGES; i++) {
                template.sendBody(endpoint, "body");
            }
            while (arrived.get() - before < MESSAGES) {
                Thread.yield();
            }
            return template;
        };
    }

    @Override
    public void stop() {
        context.stop();
    }
}
