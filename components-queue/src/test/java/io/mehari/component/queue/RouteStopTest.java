package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.PooledExchangeFactory;
import io.mehari.spi.ExceptionHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws Q1 and X3 where a route stops while its consumer holds a message, and where its failures are told to a handler.
 */
class RouteStopTest {

    @ParameterizedTest
    @ValueSource(strings = {"seda:a?size=8192", "disruptor:a?size=8192"}) // more than is sent, if none was taken
    void q1_whatWasTakenWhenTheTimeWasUpIsProcessed(String uri) throws Exception {
        AtomicInteger processed = new AtomicInteger();
        int sent = 0;
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from(uri).routeId("a").process(exchange -> processed.incrementAndGet()));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int cycle = 0; cycle < 300; cycle++) {
                for (int i = 0; i < 20; i++) {
                    template.sendBody(uri, "message");
                    sent++;
                }
                context.getRouteController().stopRoute("a", Duration.ZERO);
                context.getRouteController().startRoute("a");
            }
            assertThat(context.getRouteController().stopRoute("a", Duration.ofSeconds(10)))
                    .isTrue();
        }
        assertThat(processed.get()).isEqualTo(sent);
    }

    /** As after the shutdownNow() of an executor. */
    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "disruptor:a"})
    void q1_aCloseByAnInterruptedThreadProcessesWhatWasAccepted(String uri) throws Exception {
        AtomicInteger processed = new AtomicInteger();
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from(uri).process(exchange -> {
                Thread.sleep(5);
                processed.incrementAndGet();
            }));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < 20; i++) {
                template.sendBody(uri, "message");
            }
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        assertThat(processed).hasValue(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "disruptor:a"})
    void r6_aMessageInTheRouteIsCountedOnce(String uri) throws Exception {
        CountDownLatch inRoute = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(r -> r.from(uri).routeId("a").process(exchange -> {
                inRoute.countDown();
                goOn.await();
            }));
            context.start();
            context.createProducerTemplate().sendBody(uri, "in the route");
            context.createProducerTemplate().sendBody(uri, "queued");
            inRoute.await();

            assertThat(context.stats().inflight()).isEqualTo(1);
            assertThat(context.stats().pending()).isEqualTo(1);
            assertThat(context.getRoutingContextExtension()
                            .getShutdownStrategy()
                            .awaitQuiet(context.getRoutes(), Duration.ofMillis(5)))
                    .containsEntry("a", 2L);
            goOn.countDown();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:a?exceptionHandler=#told", "disruptor:a?exceptionHandler=#told"})
    void x3_anExchangeThatWasHandedOverIsReleasedOnceAndItsFailureTold(String uri) throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        PooledExchangeFactory pool;
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            pool = new PooledExchangeFactory(context, 16, true);
            context.getRoutingContextExtension().setExchangeFactory(pool);
            ExceptionHandler handler = (message, exchange, failure) -> told.add(failure.getMessage());
            context.getRegistry().bind("told", handler);
            context.addRoutes(r -> r.from(uri).routeId("a").process(exchange -> {
                if ("bad".equals(exchange.getBody())) {
                    throw new IllegalStateException("bad on purpose");
                }
            }));
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody(uri, "good");
            template.sendBody(uri, "bad");
            assertThat(context.getRouteController().stopRoute("a", Duration.ofSeconds(10)))
                    .isTrue();
        }
        assertThat(told).containsExactly("bad on purpose");
        assertThat(pool.getStatistics().inUse()).isZero();
        assertThat(pool.getStatistics().refused()).isZero();
    }
}
