package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.DefaultExchange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law S3: a route that is about to stop takes what routes send, and nothing from outside. */
@Timeout(60)
class ClosingRouteTest {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch refused = new CountDownLatch(1);
    private final List<Object> processed = new CopyOnWriteArrayList<>();

    @Test
    void s3_aClosingRouteTakesWhatRoutesSendByATemplateAndRefusesOthers() throws Exception {
        DefaultRoutingContext context = new DefaultRoutingContext();
        ProducerTemplate template = context.createProducerTemplate();
        context.addRoutes(r -> {
            r.from("direct:a")
                    .process(exchange -> {
                        entered.countDown();
                        refused.await();
                        template.sendBody("direct:b", "by a template");
                    })
                    .to("direct:b");
            r.from("direct:b").process(exchange -> processed.add(exchange.getBody()));
        });
        context.start();
        RouteEntry b = ((DirectEndpoint) context.getEndpoint("direct:b")).target(new DefaultExchange(context));
        CompletableFuture<Void> sender = onItsOwnThread(() -> template.sendBody("direct:a", "by a step"));
        entered.await();
        CompletableFuture<Void> stop = onItsOwnThread(context::stop);
        try {
            assertThatThrownBy(() -> sendWhileAccepted(b, context))
                    .hasMessageContaining("is stopping and accepts no message from outside");
            assertThat(context.stats().refused()).isEqualTo(1); // law S6
        } finally {
            refused.countDown();
        }
        sender.get(30, TimeUnit.SECONDS);
        stop.get(30, TimeUnit.SECONDS);
        assertThat(processed).filteredOn(each -> each != null).containsExactly("by a template", "by a step");
    }

    /** The common pool of two processors has one thread, which the other task would block. */
    private static CompletableFuture<Void> onItsOwnThread(Runnable task) {
        return CompletableFuture.runAsync(task, command -> new Thread(command, "closing-route-test").start());
    }

    /** Past the template, which refuses sooner: so it is the route that refuses. */
    private static void sendWhileAccepted(RouteEntry route, DefaultRoutingContext context) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() - end < 0) {
            AbstractExchange exchange = new DefaultExchange(context);
            assertThat(route.runAndWait(exchange, false)).isTrue();
            exchange.end();
            Thread.onSpinWait();
        }
    }
}
