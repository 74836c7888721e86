package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.spi.RoutingContextExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law Q10 for messages that wait for room without a thread: a deadlock is reported, and nothing else is. */
@Timeout(120)
class DeadlockTest {
    private static final int DEPTH = 6;

    private final Bench bench = new Bench();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private void noteFailures(RouteBuilder r) {
        r.onException(Throwable.class)
                .handled(true)
                .process(exchange -> failures.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)));
    }

    /** Whether the message goes round once more; its header counts the rounds. */
    private static boolean goesOn(Exchange exchange) {
        int rounds = exchange.getBody(Integer.class);
        exchange.setBody(rounds + 1);
        return rounds < DEPTH;
    }

    private void send(String uri, int count) {
        for (int i = 0; i < count; i++) {
            bench.template.sendBody(uri, 0);
        }
    }

    private void assertThatLoopsAreNamedAndAllEnds(String names) {
        Bench.await(() -> !failures.isEmpty());
        assertThat(failures.get(0)).isInstanceOf(QueueLoopException.class).hasMessageContaining(names);
        Bench.await(() ->
                bench.context.getRoutes().stream().allMatch(each -> each.stats().inflight() == 0));
        assertThat(failures).allSatisfy(each -> assertThat(each).isInstanceOf(QueueLoopException.class));
        Bench.await(() -> !DeadlockDetector.of(bench.context).looking.get());
    }

    @Test
    void q10_aRouteThatFeedsItsOwnFullQueueAfterADelayIsTold() {
        bench.route(r -> {
            noteFailures(r);
            r.from("seda:a?size=4&blockWhenFull=true")
                    .filter(DeadlockTest::goesOn)
                    .delay(1)
                    .to("seda:a?blockWhenFull=true")
                    .to("seda:a?blockWhenFull=true");
        });
        bench.start();
        send("seda:a?blockWhenFull=true", 4);
        assertThatLoopsAreNamedAndAllEnds("seda:a -> seda:a");
    }

    @Test
    void q10_partsThatFeedTheQueueTheyComeFromAreTold() {
        bench.route(r -> {
            noteFailures(r);
            r.from("disruptor:a?size=4&blockWhenFull=true")
                    .filter(DeadlockTest::goesOn)
                    .multicast()
                    .parallelProcessing()
                    .to("disruptor:a?blockWhenFull=true", "disruptor:a?blockWhenFull=true")
                    .end();
            r.from("seda:a").to("log:never");
        });
        bench.start();
        send("disruptor:a?blockWhenFull=true", 4);
        assertThatLoopsAreNamedAndAllEnds("disruptor:a -> disruptor:a");
    }

    @Test
    void q10_routesThatFeedEachOtherAcrossThreadsAndSplitsAreTold() {
        bench.route(r -> {
            noteFailures(r);
            r.from("seda:a?size=3")
                    .filter(DeadlockTest::goesOn)
                    .delay(1)
                    .split(exchange -> List.of(exchange.getBody(), exchange.getBody()))
                    .to("disruptor:b?blockWhenFull=true")
                    .end();
            r.from("disruptor:b?size=4&concurrentConsumers=2")
                    .filter(DeadlockTest::goesOn)
                    .to("seda:a?blockWhenFull=true") // by the taker's own thread
                    .to("seda:a?blockWhenFull=true");
        });
        bench.start();
        send("seda:a?blockWhenFull=true", 6);
        assertThatLoopsAreNamedAndAllEnds(" -> ");
    }

    /** Calls of the timer with that delay, of which one throws. */
    private AtomicInteger failOne(int number, long millis, Error thrown) {
        AtomicInteger calls = new AtomicInteger();
        RoutingContextExtension services = bench.context.getRoutingContextExtension();
        services.setThreadPools(new SlowThreads(services.getThreadPools(), 0) {
            @Override
            public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
                if (unit.toMillis(delay) == millis && calls.incrementAndGet() == number) {
                    throw thrown;
                }
                return super.schedule(task, delay, unit);
            }
        });
        return calls;
    }

    /** The first search is scheduled by a sender, whose message fails; each other one by the search before it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void s4_aSearchThatCannotBeScheduledTakesPlaceLater(int number) {
        failOne(number, DeadlockDetector.LOOK_AGAIN_MILLIS, new OutOfMemoryError("on purpose"));
        bench.route(r -> {
            noteFailures(r);
            r.from("seda:a?size=4&blockWhenFull=true")
                    .filter(DeadlockTest::goesOn)
                    .delay(1)
                    .to("seda:a?blockWhenFull=true")
                    .to("seda:a?blockWhenFull=true");
        });
        bench.start();
        send("seda:a?blockWhenFull=true", 4);
        Bench.await(() -> failures.stream().anyMatch(QueueLoopException.class::isInstance));
        Bench.await(() -> bench.context.getRoutes().get(0).stats().inflight() == 0);
        Bench.await(() -> !DeadlockDetector.of(bench.context).looking.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void s4_aSenderLooksAgainIntoAUsersQueueAlthoughTheTimerHasThrown(boolean memory) throws Exception {
        BlockingQueue<Exchange> own = new ArrayBlockingQueue<>(1);
        bench.context.getRegistry().bind("own", own);
        Error thrown = memory ? new OutOfMemoryError("on purpose") : new AssertionError("on purpose");
        AtomicInteger looks = failOne(2, Channel.LOOK_AGAIN_MILLIS, thrown);
        bench.route(r -> r.from("direct:in").delay(1).to("seda:own?queue=#own&blockWhenFull=true"));
        bench.start();
        bench.template.sendBody("seda:own", "first");
        CompletableFuture<Exchange> second = bench.template.asyncSend("direct:in", bench.exchange("second"));
        Bench.await(() -> looks.get() > 2);
        assertThat(own.take().getBody()).isEqualTo("first"); // this wakes no sender
        assertThat(second.get(Bench.PATIENCE_SECONDS, TimeUnit.SECONDS).getException())
                .isNull();
        assertThat(own.take().getBody()).isEqualTo("second");
    }

    /** The look takes place, and cannot be scheduled again, before the sender has begun to wait. */
    @Test
    void s4_aSenderWhoseLookFailsBeforeItWaitsLooksAgain() throws Exception {
        BlockingQueue<Exchange> own = new ArrayBlockingQueue<>(1);
        bench.context.getRegistry().bind("own", own);
        AtomicInteger looks = new AtomicInteger();
        RoutingContextExtension services = bench.context.getRoutingContextExtension();
        services.setThreadPools(new SlowThreads(services.getThreadPools(), 0) {
            @Override
            public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
                int look = unit.toMillis(delay) == Channel.LOOK_AGAIN_MILLIS ? looks.incrementAndGet() : 0;
                if (look == 1) {
                    CompletableFuture.runAsync(task, each -> new Thread(each).start())
                            .join();
                    return () -> false;
                }
                if (look == 2) {
                    throw new AssertionError("on purpose");
                }
                return super.schedule(task, delay, unit);
            }
        });
        bench.route(r -> r.from("direct:in").delay(1).to("seda:own?queue=#own&blockWhenFull=true"));
        bench.start();
        bench.template.sendBody("seda:own", "first");
        CompletableFuture<Exchange> second = bench.template.asyncSend("direct:in", bench.exchange("second"));
        Bench.await(() -> looks.get() > 2);
        assertThat(own.take().getBody()).isEqualTo("first"); // this wakes no sender
        assertThat(second.get(Bench.PATIENCE_SECONDS, TimeUnit.SECONDS).getException())
                .isNull();
    }

    @Test
    void q10_aTimeLimitIsHope() {
        bench.route(r -> {
            noteFailures(r);
            r.from("seda:a?size=4")
                    .filter(DeadlockTest::goesOn)
                    .delay(1)
                    .to("seda:a?blockWhenFull=true&offerTimeout=400")
                    .to("seda:a?blockWhenFull=true&offerTimeout=400");
        });
        bench.start();
        send("seda:a?blockWhenFull=true", 4);
        Bench.await(() -> !failures.isEmpty());
        Bench.await(() -> bench.context.getRoutes().get(0).stats().inflight() == 0);
        assertThat(failures)
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(QueueFullException.class)
                        .isNotInstanceOf(QueueLoopException.class));
    }

    @Test
    void q10_aRequestThatMayGiveUpIsHope() throws InterruptedException {
        bench.route(r -> {
            noteFailures(r);
            r.from("seda:a?size=2")
                    .filter(exchange -> exchange.getBody(Integer.class) == 0)
                    .delay(1)
                    .process(exchange ->
                            Bench.await(() -> bench.endpoint("seda:a").getCurrentQueueSize() == 2))
                    .to("seda:a?blockWhenFull=true")
                    .setBody(exchange -> 1)
                    .to("seda:a?blockWhenFull=true");
        });
        bench.start();
        send("seda:a", 2);
        Bench.await(() -> bench.context.getRoutes().get(0).stats().inflight() == 2
                && bench.endpoint("seda:a").getCurrentQueueSize() == 0);
        List<CompletableFuture<?>> requests = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            requests.add(bench.template.asyncRequestBody("seda:a?timeout=60000", 1));
        }
        Bench.await(() -> DeadlockDetector.of(bench.context).looking.get());
        Thread.sleep(5 * DeadlockDetector.LOOK_AGAIN_MILLIS);
        assertThat(requests).noneMatch(CompletableFuture::isDone);
        assertThat(failures).as("told as a loop").isEmpty();
    }

    /**
     * Every queue has the smallest size and sends only to later queues. The last consumer is slow. So there is no
     * deadlock.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void q10_aSlowConsumerIsNeverTakenForALoop(long seed) {
        Random random = new Random(seed);
        int queues = 5;
        List<List<Integer>> feeds = new ArrayList<>();
        for (int i = 0; i < queues - 1; i++) {
            List<Integer> next = new ArrayList<>();
            for (int ways = 1 + random.nextInt(2); ways > 0; ways--) {
                next.add(i + 1 + random.nextInt(queues - 1 - i));
            }
            feeds.add(next);
        }
        CountDownLatch slow = new CountDownLatch(1);
        bench.route(r -> {
            noteFailures(r);
            for (int i = 0; i < queues - 1; i++) {
                describe(r, i, feeds.get(i), random);
            }
            r.from(queue(queues - 1) + "?size=1").process(exchange -> {
                slow.await(400, TimeUnit.MILLISECONDS); // longer than several searches
                slow.countDown();
                bench.received.add(exchange.getBody());
            });
        });
        bench.start();
        int count = 12;
        for (int i = 0; i < count; i++) {
            bench.template.sendBody(queue(0) + "?blockWhenFull=true", i);
        }
        bench.awaitReceived(count * ways(feeds, 0, queues - 1));
        assertThat(failures).isEmpty();
    }

    private static String queue(int number) {
        return (number % 2 == 0 ? "seda:q" : "disruptor:q") + number;
    }

    private static void describe(RouteBuilder r, int number, List<Integer> next, Random random) {
        String options = "?size=" + (1 + random.nextInt(2)) + "&concurrentConsumers=" + (1 + random.nextInt(2));
        ProcessorDefinition<?> steps = r.from(queue(number) + options);
        if (random.nextBoolean()) {
            steps = steps.delay(1).end();
        }
        if (random.nextBoolean()) {
            steps = steps.multicast().parallelProcessing();
        }
        for (int each : next) {
            steps = steps.to(queue(each) + "?blockWhenFull=true");
        }
    }

    private static int ways(List<List<Integer>> feeds, int from, int to) {
        return from == to
                ? 1
                : feeds.get(from).stream()
                        .mapToInt(next -> ways(feeds, next, to))
                        .sum();
    }
}
