package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S2: only messages that are sent to a full queue wait for it. */
@Timeout(60)
class SharedThreadsTest {
    private static final int MANY = 300;

    private final Bench bench = new Bench();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        bench.close();
    }

    private void slowed(String options, String to) {
        bench.route(r -> r.from("seda:a?size=2048" + options)
                .routeId("a")
                .onException(Throwable.class)
                .handled(true)
                .process(exchange -> failures.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)))
                .end()
                .delay(1)
                .to(to));
    }

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            bench.template.sendBody("seda:a", i);
        }
    }

    private void receivingLater(String uri) {
        bench.route(r -> r.from(uri)
                .routeId("receiver")
                .autoStartup(false)
                .process(exchange -> bench.received.add(exchange.getBody())));
    }

    private int waitingSenders(String uri) {
        return bench.endpoint(uri).queue().only().blockedSenders.waiting();
    }

    @Test
    void theseTestsAreWatched() throws ReflectiveOperationException {
        Class<?> watch = Class.forName("io.mehari.impl.SharedThreadsWatch"); // of core-impl's tests: build these, too
        assertThat(watch.getMethod("isWatching").invoke(null)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda:b", "disruptor:b"})
    void s2_aFullQueueStopsNeitherTheTimerNorOtherRoutes(String queue) {
        CountDownLatch ticks = new CountDownLatch(10);
        CountDownLatch delayed = new CountDownLatch(1);
        receivingLater(queue + "?size=16");
        slowed("", queue + "?blockWhenFull=true");
        bench.route(r -> r.from("timer:tick?period=5").process(exchange -> ticks.countDown()));
        bench.route(r -> r.from("direct:other").delay(1).process(exchange -> delayed.countDown()));
        bench.start();
        send(MANY);
        Bench.await(() -> waitingSenders(queue) == MANY - 16);

        Bench.await(ticks);
        bench.template.sendBody("direct:other", "x");
        Bench.await(delayed);
        assertThat(bench.context.getRoute("a").stats().inflight()).isEqualTo(MANY - 16);

        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(MANY);
        assertThat(bench.received)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, MANY).boxed().toList());
        Bench.await(() -> bench.context.getRoute("a").stats().inflight() == 0);
        assertThat(waitingSenders(queue)).isZero();
    }

    @Test
    void q3_theOfferTimeoutOfASuspendedSenderIsKept() {
        receivingLater("seda:b?size=1");
        slowed("", "seda:b?blockWhenFull=true&offerTimeout=30");
        bench.start();
        send(5);

        Bench.await(() -> failures.size() == 4);
        assertThat(failures)
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(QueueFullException.class)
                        .hasMessageContaining(
                                "seda:b is full: 1 messages are queued, and no running route starts from it"));
    }

    /** Between threads that wait for room, and messages that wait without one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "delay"})
    void r6_aStopWaitsUntilSendersFindRoom(String delay) {
        bench.route(r -> r.from("seda:b?size=1").process(exchange -> {
            Thread.sleep(20);
            bench.received.add(exchange.getBody());
        }));
        bench.route(r -> r.from("seda:a").delay(delay.isEmpty() ? 0 : 1).to("seda:b?blockWhenFull=true"));
        bench.context.getShutdownStrategy().setTimeout(java.time.Duration.ofSeconds(30));
        bench.start();
        send(5);
        long begin = System.nanoTime();
        bench.context.stop();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(2));
        assertThat(bench.received).hasSize(5);
    }

    @Test
    void q3_aStopFailsSuspendedSendersAndLosesNoCompletion() {
        AtomicInteger ended = new AtomicInteger();
        receivingLater("seda:b?size=1");
        bench.route(r -> r.from("seda:a")
                .routeId("a")
                .onCompletion()
                .process(exchange -> ended.incrementAndGet())
                .end()
                .delay(1)
                .to("seda:b?blockWhenFull=true"));
        bench.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(50));
        bench.start();
        send(5);
        Bench.await(() -> waitingSenders("seda:b") == 4);
        bench.context.stop();

        Bench.await(() -> ended.get() == 5);
        assertThat(bench.context.getRoute("a").stats().inflight()).isZero();
    }

    @Test
    void q5_aRequestWaitsForRoomWithoutAThread() {
        receivingLater("seda:b?size=1");
        slowed("", "seda:b?blockWhenFull=true&waitForTaskToComplete=Always");
        bench.start();
        send(40);
        Bench.await(() -> waitingSenders("seda:b") == 39);

        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(40);
        Bench.await(() -> bench.context.getRoute("a").stats().inflight() == 0);
        assertThat(failures).isEmpty();
    }

    @Test
    void q6_subscribersAreSentToWithoutAThreadAsWell() {
        bench.route(r -> r.from("seda:b?size=4&multipleConsumers=true")
                .routeId("receiver")
                .process(exchange -> bench.received.add(exchange.getBody())));
        slowed("", "seda:b?blockWhenFull=true");
        bench.start();
        bench.suspend("receiver");
        send(40);
        Bench.await(() -> bench.context.getRoute("a").stats().inflight() == 36);

        bench.resume("receiver");
        bench.awaitReceived(40);
        assertThat(failures).isEmpty();
    }

    // ---- threads of a step that several routes come to

    @ParameterizedTest
    @ValueSource(strings = {"seda:q", "disruptor:q"})
    void s2_threadsOfACalledRouteDoNotWaitForACallersQueue(String queue) {
        bench.route(r -> r.from("direct:shared").threads(2).process(exchange -> {}));
        bench.route(r -> r.from(queue + "?size=2")
                .to("direct:shared")
                .process(exchange -> bench.received.add(exchange.getBody())));
        bench.route(r ->
                r.from("seda:in?size=2048").routeId("in").to("direct:shared").to(queue + "?blockWhenFull=true"));
        bench.start();
        for (int i = 0; i < MANY; i++) {
            bench.template.sendBody("seda:in", i);
        }
        bench.awaitReceived(MANY);
        Bench.await(() -> bench.context.getRoute("in").stats().inflight() == 0);
    }

    @Test
    void s2_threadsOfAnExecutorThatTwoRoutesUseDoNotWaitForTheQueueOfOne() {
        ExecutorService both = Executors.newFixedThreadPool(2);
        try {
            bench.route(r -> r.from("seda:q?size=2")
                    .threads()
                    .executorService(both)
                    .process(exchange -> bench.received.add(exchange.getBody())));
            bench.route(r ->
                    r.from("seda:in?size=2048").threads().executorService(both).to("seda:q?blockWhenFull=true"));
            bench.start();
            for (int i = 0; i < MANY; i++) {
                bench.template.sendBody("seda:in", i);
            }
            bench.awaitReceived(MANY);
        } finally {
            both.shutdownNow();
        }
    }

    @Test
    void q2_aThreadOfOneRouteAloneWaitsSoThatMessagesKeepTheirOrder() {
        receivingLater("seda:b?size=4");
        bench.route(r -> r.from("seda:a?size=2048").threads(1).to("seda:b?blockWhenFull=true"));
        bench.start();
        send(MANY);
        Bench.await(() -> waitingSenders("seda:b") == 1);
        bench.context.getRouteController().startRoute("receiver");
        bench.awaitReceived(MANY);
        assertThat(bench.received)
                .containsExactlyElementsOf(IntStream.range(0, MANY).boxed().toList());
    }
}
