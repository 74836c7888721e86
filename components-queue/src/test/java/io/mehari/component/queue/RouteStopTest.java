package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.PoolStatistics;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Laws Q1 and X3 where a route stops while its consumer holds a message, and where its failures are told to a handler.
 */
class RouteStopTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

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

    enum Before {
        SUSPENDED,
        STOPPED
    }

    static List<Arguments> abandoned() {
        List<Arguments> all = new ArrayList<>();
        for (String uri : List.of("seda:b?timeout=0", "disruptor:b?timeout=0", "seda:b?size=1", "disruptor:b?size=1")) {
            all.add(Arguments.of(uri, Before.SUSPENDED));
            all.add(Arguments.of(uri, Before.STOPPED));
        }
        return all;
    }

    /** Nothing takes it, and nothing makes room for the next one. */
    @ParameterizedTest
    @MethodSource("abandoned")
    void r6_aStopFailsAtOnceWhatIsInTheQueueOfARouteThatDoesNotRun(String uri, Before before) throws Exception {
        List<CompletableFuture<Exchange>> sent = new ArrayList<>();
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.getRoutingContextExtension().getShutdownStrategy().setTimeout(LIMIT);
            context.addRoutes(r -> {
                r.from("seda:a").to(uri.contains("size=1") ? uri + "&blockWhenFull=true&exchangePattern=InOnly" : uri);
                r.from(uri).routeId("b").process(exchange -> {});
            });
            context.start();
            if (before == Before.SUSPENDED) {
                context.getRouteController().suspendRoute("b");
            } else {
                context.getRouteController().stopRoute("b");
            }
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < 2; i++) {
                Exchange exchange = context.createExchange(ExchangePattern.InOut);
                sent.add(template.asyncSend("seda:a?timeout=0", exchange));
            }
            while (context.getEndpoint(uri) instanceof QueueEndpoint b
                    && b.stats().enqueued() == 0) {
                Thread.onSpinWait();
            }
            assertThat(timeOf(context::stop)).isLessThan(LIMIT.dividedBy(2));
        }
        List<Exception> failures = new ArrayList<>(); // either may come first, and take the only place
        for (CompletableFuture<Exchange> each : sent) {
            failures.add(each.get(10, TimeUnit.SECONDS).getException());
        }
        assertThat(failures).anySatisfy(each -> assertThat(each).isNotNull());
    }

    /** It comes when the consumer of an idle route has stopped, and before the stop looks whether all is done. */
    @ParameterizedTest
    @ValueSource(strings = {"seda:a", "disruptor:a"})
    void r6_aStopDoesNotWaitForAMessageThatOnlyTheNextStartTakes(String uri) throws Exception {
        CountDownLatch processed = new CountDownLatch(1);
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            ProducerTemplate template = context.createProducerTemplate();
            ShutdownStrategy strategy = context.getRoutingContextExtension().getShutdownStrategy();
            context.getRoutingContextExtension().setShutdownStrategy(new ShutdownStrategy() {
                @Override
                public Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout) {
                    if (processed.getCount() > 0) {
                        template.sendBody(uri, "now");
                    }
                    return strategy.awaitQuiet(routes, timeout);
                }

                @Override
                public Duration getTimeout() {
                    return LIMIT;
                }

                @Override
                public void setTimeout(Duration timeout) {}

                @Override
                public void setTimeout(long timeout) {}
            });
            context.addRoutes(r -> r.from(uri).routeId("a").process(exchange -> processed.countDown()));
            context.start();
            assertThat(timeOf(() -> context.getRouteController().stopRoute("a")))
                    .isLessThan(LIMIT.dividedBy(2));
            context.getRouteController().startRoute("a");
            assertThat(processed.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static Duration timeOf(Runnable stop) {
        long begin = System.nanoTime();
        stop.run();
        return Duration.ofNanos(System.nanoTime() - begin);
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
        DefaultRoutingContext context = new DefaultRoutingContext();
        try (context) {
            context.getRoutingContextExtension().setExchangePool(16, true);
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
        PoolStatistics pool = context.getRoutingContextExtension().getExchangePoolStatistics();
        assertThat(pool.inUse()).isZero();
        assertThat(pool.refused()).isZero();
    }
}
