package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Laws R6 and X1 for open groups: a stop completes or reports them, and all their exchanges are released. */
@Timeout(30)
class AggregateStopTest {
    private static final AggregationStrategy JOIN = AggregationStrategies.string("+");

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Exchanges pool = Pools.in(context, 100, false);
    private final BlockingQueue<String> groups = new LinkedBlockingQueue<>();
    private final ExecutorService sender = Executors.newSingleThreadExecutor();

    AggregateStopTest() {}

    @AfterEach
    void stop() {
        context.stop();
        sender.shutdownNow();
    }

    private void record(Exchange exchange) {
        groups.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY) + ": " + exchange.getBody());
    }

    private void send(String key, String body) {
        template.sendBodyAndHeader("direct:a", body, "key", key);
    }

    private void everythingIsGivenBack() {
        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
    }

    // ---- at a stop

    @Test
    void r6_forceCompletionOnStopCompletesOpenGroupsAndWaitsForThem() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a")
                    .routeId("a")
                    .aggregate(header("key"), JOIN)
                    .completionSize(100)
                    .forceCompletionOnStop()
                    .to("direct:b");
            r.from("direct:b")
                    .aggregate(constant("k"), JOIN)
                    .completionSize(100)
                    .forceCompletionOnStop()
                    .process(this::record);
        });
        context.start();
        send("x", "1");
        send("x", "2");
        send("y", "3");
        context.stop();
        assertThat(groups).hasSize(1);
        assertThat(groups.peek()).startsWith("force: ").contains("1+2", "3");
        everythingIsGivenBack();
    }

    @Test
    void r6_stoppingARouteAloneCompletesItsGroupsAndItsAggregatorBeginsAnew() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(header("key"), JOIN)
                .completionSize(2)
                .forceCompletionOnStop()
                .process(this::record));
        context.start();
        send("x", "1");
        assertThat(context.getRouteController().stopRoute("a", null)).isTrue();
        assertThat(groups).containsExactly("force: 1");
        context.getRouteController().startRoute("a");
        send("x", "2");
        send("x", "3");
        assertThat(groups).containsExactly("force: 1", "size: 2+3");
    }

    @Test
    void r6_groupsThatAreNotForcedAreReportedAndReleased() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(header("key"), JOIN)
                .completionTimeout(1_000_000)
                .process(this::record));
        context.start();
        send("x", "1");
        send("x", "2");
        send("y", "3");
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            context.stop();
            assertThat(log.messages())
                    .containsExactly(
                            "Route a: groups were not complete when the route stopped, and are lost: 3 messages"
                                    + " in 2 groups; forceCompletionOnStop() completes them");
        }
        assertThat(groups).isEmpty();
        everythingIsGivenBack();
    }

    /** A strategy that does not return must not hold up the stop; its group is reported when it does. */
    @Test
    void r6_aGroupWhoseStrategyStillRunsIsReportedByItsThread() throws Exception {
        CountDownLatch within = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        context.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(header("key"), blocking(within, release))
                .completionSize(3)
                .forceCompletionOnStop()
                .process(this::record));
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(20));
        context.start();
        send("x", "1");
        Future<?> blocked = sender.submit(() -> send("x", "block"));
        assertThat(within.await(10, TimeUnit.SECONDS)).isTrue();
        try (CapturedLog log = new CapturedLog("io.mehari.route");
                CapturedLog stopping = new CapturedLog("io.mehari.context")) {
            context.stop();
            assertThat(log.messages()).isEmpty();
            release.countDown();
            blocked.get(10, TimeUnit.SECONDS);
            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("2 messages in 1 groups", "the stop ended before");
            assertThat(stopping.messages()).singleElement().asString().contains("{a=1}");
        }
        everythingIsGivenBack();
    }

    private static AggregationStrategy blocking(CountDownLatch within, CountDownLatch release) {
        return (old, next) -> {
            if ("block".equals(next.getBody())) {
                within.countDown();
                try {
                    assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return JOIN.aggregate(old, next);
        };
    }

    // ---- while a strategy runs

    @Test
    void aMessageThatIsInterruptedWhileItWaitsForTheStrategyFailsAndIsInNoGroup() throws Exception {
        CountDownLatch within = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(header("key"), blocking(within, release))
                .completionSize(2)
                .process(this::record));
        context.start();
        Future<?> blocked = sender.submit(() -> send("x", "block"));
        assertThat(within.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<List<Object>> outcome = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            Exchange failed = template.send("direct:a", exchange -> {
                exchange.setBody("interrupted");
                exchange.setHeader("key", "x");
            });
            outcome.complete(List.of(
                    String.valueOf(failed.getException()),
                    Thread.currentThread().isInterrupted()));
        });
        waiting.start();
        waiting.interrupt();
        assertThat(outcome.get(10, TimeUnit.SECONDS)).containsExactly(new InterruptedException().toString(), true);
        release.countDown();
        blocked.get(10, TimeUnit.SECONDS);
        send("x", "2");
        assertThat(groups).containsExactly("size: block+2");
    }

    // ---- law X1

    @Test
    void x1_groupsThatFailAreDroppedOrTimeOutGiveEverythingBack() throws Exception {
        CountDownLatch timedOut = new CountDownLatch(1);
        AggregationStrategy strategy = new AggregationStrategy() {
            @Override
            public Exchange aggregate(@org.jspecify.annotations.Nullable Exchange old, Exchange next) {
                if ("bad".equals(next.getBody())) {
                    throw new IllegalStateException("on purpose");
                }
                return "third".equals(next.getBody()) ? new DefaultExchange(context) : next;
            }

            @Override
            public void timeout(
                    @org.jspecify.annotations.Nullable Exchange exchange, int index, int total, long timeout) {
                timedOut.countDown();
            }
        };
        context.addRoutes(r -> {
            r.from("direct:a")
                    .aggregate(header("key"), strategy)
                    .completionSize(3)
                    .process(exchange -> {
                        throw new IllegalStateException("in the block");
                    });
            r.from("direct:dropping").aggregate(header("key"), strategy).completionSize(3);
            r.from("direct:timing").aggregate(header("key"), strategy).completionTimeout(1);
        });
        context.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            for (String route : List.of("direct:a", "direct:dropping", "direct:timing")) {
                for (String body : List.of("bad", "1", "2", "third", "4", "bad")) {
                    Exchange exchange = pool.create(io.mehari.ExchangePattern.InOnly);
                    exchange.setBody(body);
                    exchange.setHeader("key", "k");
                    template.send(route, exchange);
                    Pools.release(exchange);
                }
            }
            assertThat(timedOut.await(10, TimeUnit.SECONDS)).isTrue();
            context.stop();
            assertThat(log.messages()).hasSizeGreaterThan(1);
            assertThat(log.failures())
                    .filteredOn(Objects::nonNull)
                    .singleElement()
                    .hasToString("java.lang.IllegalStateException: in the block");
        }
        everythingIsGivenBack();
    }
}
