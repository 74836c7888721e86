package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law S3: a stop takes every group that a thread works on while it stops. */
@Timeout(60)
class GroupsAtAStopTest {
    private static final AggregationStrategy JOIN = AggregationStrategies.string("+");
    private static final int STOPS = Integer.getInteger("mehari.stops", 200);

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final AtomicInteger completed = new AtomicInteger();
    private final CountDownLatch within = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        context.stop();
    }

    private void count(Exchange exchange) {
        completed.addAndGet(exchange.getProperty(Exchange.AGGREGATED_SIZE, 0, Integer.class));
    }

    private void hold() {
        within.countDown();
        await(release);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops while a thread works on the group, and lets it go on after a moment, and returns what was logged. */
    private List<String> stopBeside(Runnable stop) throws Exception {
        await(within);
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            Thread stopping = new Thread(stop);
            stopping.start();
            stopping.join(200);
            assertThat(stopping.isAlive()).as("the stop waits").isTrue();
            release.countDown();
            stopping.join(30_000);
            assertThat(stopping.isAlive()).isFalse();
            return List.copyOf(log.messages());
        }
    }

    @Test
    void s3_aGroupThatIsSlowlyRemovedIsWaitedFor() throws Exception {
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(constant(new SlowKey(this::hold)), JOIN)
                .completionTimeout(1)
                .process(this::count));
        context.start();
        template.sendBody("direct:a", "1");

        assertThat(stopBeside(context::stop)).isEmpty();
        assertThat(completed).hasValue(1);
        assertThat(context.stats().inflight()).isZero();
        assertThat(context.stats().completed()).as("the message and the group").isEqualTo(2);
    }

    @Test
    void aGroupThatRunsCountsAsOneInFlight() throws Exception {
        CompletableFuture<Long> inflight = new CompletableFuture<>();
        context.addRoutes(r -> r.from("direct:a")
                .aggregate(constant("k"), JOIN)
                .completionTimeout(1)
                .process(exchange -> inflight.complete(context.stats().inflight())));
        context.start();
        template.sendBody("direct:a", "1");
        assertThat(inflight.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    }

    /** The message belongs to another route, so it is not in flight in the route of the aggregator. */
    @Test
    void s3_aGroupToWhichAnotherRouteAddsIsWaitedForWhenItsRouteStops() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:caller").to("direct:a");
            r.from("direct:a")
                    .routeId("a")
                    .aggregate(constant("k"), (old, next) -> {
                        hold();
                        return next;
                    })
                    .completionSize(100)
                    .forceCompletionOnStop()
                    .process(this::count);
        });
        context.start();
        Thread sender = new Thread(() -> template.sendBody("direct:caller", "1"));
        sender.start();

        assertThat(stopBeside(() -> context.getRouteController().stopRoute("a")))
                .isEmpty();
        sender.join(30_000);
        assertThat(completed).hasValue(1);
    }

    @Test
    void s3_whatManySendersGaveIsCompletedByEachOfManyStops() throws Exception {
        for (int i = 0; i < STOPS; i++) {
            stopUnderLoad(i);
        }
    }

    private void stopUnderLoad(int round) throws Exception {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        DefaultRoutingContext loaded = new DefaultRoutingContext();
        loaded.addRoutes(r -> r.from("direct:a")
                .routeId("a")
                .aggregate(header("key"), JOIN)
                .completionSize(3)
                .completionTimeout(1)
                .forceCompletionOnStop()
                .process(exchange -> done.addAndGet(exchange.getProperty(Exchange.AGGREGATED_SIZE, 0, Integer.class))));
        loaded.start();
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            List<Thread> senders = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Thread sender = new Thread(() -> sendUntilStopped(loaded, accepted));
                sender.start();
                senders.add(sender);
            }
            Thread.sleep(1 + round % 4); // timeouts expire at any moment of the stop
            loaded.stop();
            for (Thread each : senders) {
                each.join();
            }
            assertThat(log.messages()).as("round " + round).isEmpty();
        }
        assertThat(done).as("round " + round).hasValue(accepted.get());
    }

    private static void sendUntilStopped(RoutingContext loaded, AtomicInteger accepted) {
        ProducerTemplate sender = loaded.createProducerTemplate();
        try {
            for (int i = 0; ; i++) {
                sender.sendBodyAndHeader("direct:a", "m", "key", i % 64);
                accepted.incrementAndGet();
                LockSupport.parkNanos(1_000);
            }
        } catch (RuntimeException stopped) {
            assertThat(loaded.isStarted()).as(stopped.toString()).isFalse();
        }
    }
}
