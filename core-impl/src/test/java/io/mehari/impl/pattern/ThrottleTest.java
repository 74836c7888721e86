package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.impl.ForwardedThreads;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.threads.DefaultThreadPools;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that wait until the rate of a throttle lets them go. */
@SuppressWarnings("FutureReturnValueIgnored") // what the messages do is awaited
class ThrottleTest {
    private static final long DAY = TimeUnit.DAYS.toMillis(1);

    private final PooledContext mehari = new PooledContext(true);
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private PooledContext.Outcome send(@Nullable Object header) {
        return mehari.send(exchange -> {
            exchange.setBody("x");
            exchange.setHeader("h", header);
        });
    }

    private static long millisSince(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    @Test
    void aThrottleLetsSoManyPassInAPeriod() throws Exception {
        mehari.routes(r -> r.from("direct:a").throttle(2).timePeriodMillis(60).process(exchange -> {}));

        long begin = System.nanoTime();
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            assertThat(send(i).failure()).isNull();
            times.add(millisSince(begin));
        }
        assertThat(times.get(2)).isGreaterThanOrEqualTo(60);
        assertThat(times.get(4)).isGreaterThanOrEqualTo(120);
    }

    @Test
    void whoWaitsPassesInTheOrderInWhichHeCame() throws Exception {
        HeldTimer timer = hold();
        throttleToOneIn(1_000_000);
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            expected.add(String.valueOf(i));
            all.add(sendAsync(i));
        }
        assertThat(journal).containsExactly("0");

        timer.runInReverse();
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
        assertThat(journal).isEqualTo(expected);
    }

    @Test
    void whoComesInTimeDoesNotOvertakeWhoWaitsForALateTimer() throws Exception {
        HeldTimer timer = hold();
        throttleToOneIn(1);
        CompletableFuture<Exchange> last = sendAsync("first");
        while (timer.tasks.isEmpty()) { // unless the period was over before the next came
            last = sendAsync("next");
        }
        List<String> passed = List.copyOf(journal);
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 5_000_000) {
            Thread.onSpinWait(); // until nothing but the late timer keeps anybody back
        }
        CompletableFuture<Exchange> late = sendAsync("late");
        assertThat(journal).isEqualTo(passed);

        timer.runAll();
        last.get(10, TimeUnit.SECONDS);
        late.get(10, TimeUnit.SECONDS);
        assertThat(journal.subList(passed.size(), journal.size())).containsExactly("next", "late");
    }

    /** Each task lets the first in the queue go, whoever has scheduled it, and must not lose that of the other. */
    @Test
    void s4_ofABurstAllPassInWhateverOrderTheTimerRuns() throws Exception {
        HeldTimer timer = hold();
        mehari.routes(r -> r.from("direct:a").throttle(100).timePeriodMillis(DAY));
        List<CompletableFuture<Exchange>> all = burst();
        timer.runInReverse();
        assertThat(all).allMatch(CompletableFuture::isDone);
    }

    @Test
    void s4_ofABurstAllPassInTime() throws Exception {
        mehari.routes(r -> r.from("direct:a").throttle(100).timePeriodMillis(20));
        CompletableFuture.allOf(burst().toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
    }

    private List<CompletableFuture<Exchange>> burst() {
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            all.add(sendAsync(i));
        }
        return all;
    }

    @Test
    void s4_aTimerThatThrowsForAMessageThatHasPassedKeepsNobodyWaiting() throws Exception {
        HeldTimer timer = hold();
        throttleToOneIn(DAY);
        sendAsync("0");
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        timer.first = () -> {
            all.add(sendAsync("2"));
            timer.runAll(); // the task of 2 lets 1 go
            throw new OutOfMemoryError("no room for the task of 1");
        };
        all.add(sendAsync("1"));
        assertThat(journal).containsExactlyInAnyOrder("0", "1", "2");
        assertThat(all).hasSize(2).allMatch(CompletableFuture::isDone);
    }

    // ---- a throttle that several routes share, of which one stops

    private HeldTimer shareThrottle(int most, int maxWaiting) throws Exception {
        HeldTimer timer = hold();
        mehari.routes(r -> {
            r.from("direct:a").routeId("a").to("direct:slow");
            r.from("direct:c").routeId("c").to("direct:slow");
            r.from("direct:slow")
                    .throttle(most)
                    .timePeriodMillis(DAY)
                    .maxWaiting(maxWaiting)
                    .process(exchange -> journal.add(exchange.getBody(String.class)));
        });
        return timer;
    }

    private void stopA() {
        mehari.context.getRouteController().stopRoute("a", Duration.ofSeconds(10));
    }

    private static long lastDelay(HeldTimer timer) {
        return timer.tasks.get(timer.tasks.size() - 1).millis;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void r6_waitsThatAStopHasEndedGiveTheirTimesBack(int most) throws Exception {
        HeldTimer timer = shareThrottle(most, 100);
        for (int i = 0; i < most; i++) {
            sendAsync("direct:c", "passes");
        }
        List<CompletableFuture<Exchange>> refused = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            refused.add(sendAsync("direct:a", "refused"));
        }
        stopA();
        assertThat(refused).allMatch(each -> each.isDone() && each.join().getException() != null);
        for (int i = 0; i < most; i++) {
            sendAsync("direct:c", "waits");
            assertThat(lastDelay(timer))
                    .as("one period, as if a had never sent")
                    .isBetween(DAY - 60_000, DAY + 1);
        }
        sendAsync("direct:c", "waits");
        assertThat(lastDelay(timer)).as("the rate is kept").isGreaterThan(2 * DAY - 60_000);
        timer.runAll();
        assertThat(journal).filteredOn("waits"::equals).hasSize(most + 1);
    }

    @Test
    void r6_aWaitThatAStopHasEndedKeepsNobodyOut() throws Exception {
        HeldTimer timer = shareThrottle(1, 2);
        sendAsync("direct:c", "0");
        sendAsync("direct:a", "refused");
        sendAsync("direct:c", "1");
        stopA();
        CompletableFuture<Exchange> last = sendAsync("direct:c", "2");
        assertThat(last).isNotDone();
        assertThat(sendAsync("direct:c", "3").join().getException()).hasMessageEndingWith("and 2 wait already");
        timer.runAll();
        assertThat(last.join().getException()).isNull();
        assertThat(journal).containsExactly("0", "1", "2");
    }

    private void throttleToOneIn(long millis) throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .throttle(1)
                .timePeriodMillis(millis)
                .process(exchange -> journal.add(exchange.getBody(String.class))));
    }

    private CompletableFuture<Exchange> sendAsync(Object body) {
        return sendAsync("direct:a", body);
    }

    private CompletableFuture<Exchange> sendAsync(String uri, Object body) {
        Exchange exchange = new DefaultExchange(mehari.context);
        exchange.setBody(body);
        return mehari.template.asyncSend(uri, exchange);
    }

    private HeldTimer hold() {
        HeldTimer timer = new HeldTimer();
        mehari.context.getRoutingContextExtension().setThreadPools(timer);
        return timer;
    }

    @Test
    void aThrottleMayRejectInsteadOfWaiting() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .throttle(header("h"))
                .timePeriodMillis(60_000)
                .rejectExecution(true));

        assertThat(send(1).failure()).isNull();
        assertThat(send(1).failure())
                .isInstanceOf(ThrottlerRejectedExecutionException.class)
                .hasMessage("Exceeded the max throttle rate of 1 within 60000ms");
        assertThat(send(2).failure()).as("the limit was raised").isNull();
        assertThat(send(2).failure()).isInstanceOf(ThrottlerRejectedExecutionException.class);
        assertThat(send(1).failure()).as("and lowered").isInstanceOf(ThrottlerRejectedExecutionException.class);
    }

    @Test
    void aBoundedNumberWaits() throws Exception {
        mehari.context.getShutdownStrategy().setDelays(ShutdownStrategy.Delays.RUN_NOW);
        mehari.routes(
                r -> r.from("direct:a").throttle(1).timePeriodMillis(60_000).maxWaiting(1));

        assertThat(send(0).failure()).isNull();
        CompletableFuture<Exchange> waits = mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context));
        assertThat(waits).isNotDone();
        assertThat(send(0).failure()).hasMessageEndingWith("within 60000ms, and 1 wait already");
        mehari.context.stop();
        assertThat(waits.get(10, TimeUnit.SECONDS).getException()).isNull();
    }

    @Test
    void badLimitsAreRefused() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mehari.routes(r -> r.from("direct:a").throttle(0)))
                .withMessage("throttle(0) would let no message pass: give 1 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").throttle(1).timePeriodMillis(0)))
                .withMessage("timePeriodMillis(0) must be at least 1");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").throttle(1).maxWaiting(-1)))
                .withMessage("maxWaiting(-1) is negative: give 0 or more");
        mehari.routes(r -> r.from("direct:a").throttle(header("h")));
        assertThat(send(null).failure())
                .hasMessageStartingWith("The maximum of a throttle must be at least 1, not null");
    }

    /** Keeps what is to be done later until the test does it, and does all else at once. */
    private static final class HeldTimer extends ForwardedThreads {
        final List<Held> tasks = new ArrayList<>();

        /** Called once, by the next call of schedule. */
        @Nullable
        Runnable first;

        HeldTimer() {
            super(new DefaultThreadPools("held-timer"));
        }

        /** A task that runs once, unless it was cancelled before. */
        static final class Held implements Runnable, Delayed {
            final long millis;
            private @Nullable Runnable task;

            Held(Runnable task, long millis) {
                this.task = task;
                this.millis = millis;
            }

            @Override
            public void run() {
                Runnable now = task;
                if (cancel() && now != null) {
                    now.run();
                }
            }

            @Override
            public boolean cancel() {
                boolean waits = task != null;
                task = null;
                return waits;
            }
        }

        void runAll() {
            List.copyOf(tasks).forEach(Runnable::run);
        }

        void runInReverse() {
            Collections.reverse(tasks);
            runAll();
        }

        @Override
        public Executor shared() {
            return Runnable::run;
        }

        @Override
        protected void resume(Runnable suspended) {
            suspended.run();
        }

        @Override
        public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
            Runnable before = first;
            first = null;
            if (before != null) {
                before.run();
            }
            Held held = new Held(task, unit.toMillis(delay));
            tasks.add(held);
            return held;
        }
    }
}
