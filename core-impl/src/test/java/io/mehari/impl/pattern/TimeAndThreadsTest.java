package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.TypeConversionException;
import io.mehari.builder.Node;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.InCaller;
import io.mehari.impl.context.DefaultThreadPools;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.processor.ThrottlerRejectedExecutionException;
import io.mehari.spi.ThreadPools;
import io.mehari.support.processor.PredicateValidationException;
import io.mehari.util.concurrent.ThreadPoolRejectedPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps that wait or change the thread, and {@code validate}. */
class TimeAndThreadsTest {

    private final PooledContext mehari = new PooledContext(true);
    private final List<String> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Processor noteThread() {
        return exchange -> journal.add(Thread.currentThread().getName());
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

    // ---- delay

    @Test
    void aDelayHoldsNoThreadAndGoesOnOnTheSharedPool() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(header("h")).process(noteThread()));

        long begin = System.nanoTime();
        assertThat(send(30).failure()).isNull();
        assertThat(millisSince(begin)).isGreaterThanOrEqualTo(30);
        assertThat(journal).hasSize(1).allMatch(name -> name.contains("-worker-"));
    }

    @Test
    void manyDelaysPassAtTheSameTime() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(100));

        long begin = System.nanoTime();
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context)));
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
        assertThat(millisSince(begin)).isBetween(100L, 5_000L);
    }

    @Test
    void nothingIsNoDelayAndATextIsNone() throws Exception {
        mehari.routes(r -> r.from("direct:a").delay(header("h")).process(noteThread()));

        assertThat(send(null).failure()).isNull();
        assertThat(send(-5).failure()).isNull();
        assertThat(journal).containsOnly(Thread.currentThread().getName());
        assertThat(send("abc").failure()).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void r6_aDelayedMessageContinuesAtOnceWhenTheContextStops() throws Exception {
        mehari.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(10));
        mehari.routes(r -> r.from("direct:a").delay(1_000_000).process(noteThread()));
        CompletableFuture<Exchange> sent = mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context));

        mehari.context.stop();
        assertThat(sent.get(10, TimeUnit.SECONDS).getException()).isNull();
        assertThat(journal).hasSize(1);
    }

    // ---- throttle

    @Test
    void aThrottleLetsSoManyPassInAPeriod() throws Exception {
        mehari.routes(r -> r.from("direct:a").throttle(2).timePeriodMillis(60).process(noteThread()));

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
        HeldTimer timer = new HeldTimer();
        mehari.context.getRoutingContextExtension().setThreadPools(timer);
        throttleToOneIn(1_000_000);
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            expected.add(String.valueOf(i));
            all.add(sendAsync(i));
        }
        assertThat(journal).containsExactly("0");

        Collections.reverse(timer.tasks);
        timer.tasks.forEach(Runnable::run);
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
        assertThat(journal).isEqualTo(expected);
    }

    @Test
    void whoComesInTimeDoesNotOvertakeWhoWaitsForALateTimer() throws Exception {
        HeldTimer timer = new HeldTimer();
        mehari.context.getRoutingContextExtension().setThreadPools(timer);
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

        timer.tasks.forEach(Runnable::run);
        last.get(10, TimeUnit.SECONDS);
        late.get(10, TimeUnit.SECONDS);
        assertThat(journal.subList(passed.size(), journal.size())).containsExactly("next", "late");
    }

    @Test
    void eachGroupHasALimitOfItsOwn() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .throttle(constant(1), header("h"))
                .timePeriodMillis(60_000)
                .rejectExecution(true));

        assertThat(send("one").failure()).isNull();
        assertThat(send("two").failure()).isNull();
        assertThat(send(null).failure()).isNull();
        assertThat(send("one").failure()).isInstanceOf(ThrottlerRejectedExecutionException.class);
        assertThat(send(null).failure()).isInstanceOf(ThrottlerRejectedExecutionException.class);
    }

    @Test
    void whoWaitsInOneGroupDoesNotKeepAnotherBack() throws Exception {
        HeldTimer timer = new HeldTimer();
        mehari.context.getRoutingContextExtension().setThreadPools(timer);
        mehari.routes(r -> r.from("direct:a")
                .throttle(constant(1))
                .correlationExpression(body())
                .timePeriodMillis(1_000_000)
                .maxWaiting(2)
                .process(exchange -> journal.add(exchange.getBody(String.class))));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (String each : List.of("x", "x", "y", "y", "z", "z")) {
            all.add(sendAsync(each));
        }
        assertThat(journal).containsExactly("x", "y", "z");
        assertThat(all.get(5).get(10, TimeUnit.SECONDS).getException())
                .as("two wait already, of all groups")
                .isInstanceOf(ThrottlerRejectedExecutionException.class);
        timer.tasks.forEach(Runnable::run);
        CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(10, TimeUnit.SECONDS);
        assertThat(journal).containsExactly("x", "y", "z", "x", "y");
    }

    @Test
    void s3_groupsThatHaveNoEffectAreForgotten() throws Exception {
        ThreadPools threads = mehari.context.getRoutingContextExtension().getThreadPools();
        Throttle step = new Throttle(new Node.Throttle(constant(100), 1, 10, false, body()), threads);
        for (int i = 0; i < 100; i++) {
            step.run(withBody(i));
        }
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < 2_000_000) {
            Thread.onSpinWait(); // until all periods are over
        }
        for (int i = 0; i < 100; i++) {
            step.run(withBody("k"));
        }
        assertThat(step.groups()).isEqualTo(1);

        ConcurrencyThrottle inFlight =
                new ConcurrencyThrottle(new Node.Throttle(constant(1), 1, 10, true, body()), threads);
        DefaultExchange one = withBody(1);
        inFlight.run(one);
        assertThat(inFlight.groups()).isEqualTo(1);
        one.getUnitOfWork().done();
        assertThat(inFlight.groups()).isZero();
    }

    @Test
    void s3_aMessageOfOneGroupTooManyIsRefusedUntilOthersAreForgotten() {
        ThreadPools threads = mehari.context.getRoutingContextExtension().getThreadPools();
        Throttle step = new Throttle(new Node.Throttle(constant(1), 3_600_000, 10, false, body()), threads);
        for (int i = 0; i < Throttle.MOST_GROUPS; i++) {
            step.run(withBody(i));
        }
        assertThatExceptionOfType(ThrottlerRejectedExecutionException.class)
                .isThrownBy(() -> step.run(withBody("one more")))
                .withMessageContaining("use a key with fewer values, or a shorter period");
        assertThat(step.groups()).isEqualTo(Throttle.MOST_GROUPS);
    }

    /** Otherwise the key of one message could fail messages of other groups, or stop all of them under the lock. */
    @Test
    void s1_keysOfGroupsAreComparedWithoutTheirOwnEqualsAndHashCode() {
        ThreadPools threads = mehari.context.getRoutingContextExtension().getThreadPools();
        Throttle inPeriod = new Throttle(new Node.Throttle(constant(1), 1, 10, false, body()), threads);
        ConcurrencyThrottle inFlight =
                new ConcurrencyThrottle(new Node.Throttle(constant(2), 1, 10, true, body()), threads);
        for (String each : List.of("a", "b", "a")) {
            inPeriod.run(withBody(new BadKey(each)));
            inFlight.run(withBody(new BadKey(each)));
        }
        assertThat(inFlight.groups()).isEqualTo(2);
        assertThat(inPeriod.groups()).isBetween(1, 2);
    }

    private record BadKey(String text) {
        @Override
        public int hashCode() {
            throw new IllegalStateException("hashCode()");
        }

        @Override
        public boolean equals(@Nullable Object other) {
            throw new IllegalStateException("equals()");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private DefaultExchange withBody(Object body) {
        DefaultExchange exchange = new DefaultExchange(mehari.context);
        exchange.setBody(body);
        return exchange;
    }

    @Test
    void eachGroupHasALimitOfItsOwnInFlight() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        mehari.routes(r -> r.from("direct:a")
                .throttle(constant(1), body())
                .concurrentRequestsMode()
                .rejectExecution(true)
                .threads(4)
                .process(exchange -> {
                    journal.add(exchange.getBody(String.class));
                    go.await();
                }));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (String each : List.of("x", "y", "x")) {
            all.add(sendAsync(each));
        }
        assertThat(all.get(2).get(10, TimeUnit.SECONDS).getException())
                .isInstanceOf(ThrottlerRejectedExecutionException.class);
        go.countDown();
        assertThat(all.get(0).get(10, TimeUnit.SECONDS).getException()).isNull();
        assertThat(all.get(1).get(10, TimeUnit.SECONDS).getException()).isNull();
        assertThat(journal).containsExactlyInAnyOrder("x", "y");
        assertThat(sendAsync("x").get(10, TimeUnit.SECONDS).getException()).isNull();
    }

    private void throttleToOneIn(long millis) throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .throttle(1)
                .timePeriodMillis(millis)
                .process(exchange -> journal.add(exchange.getBody(String.class))));
    }

    private CompletableFuture<Exchange> sendAsync(Object body) {
        Exchange exchange = new DefaultExchange(mehari.context);
        exchange.setBody(body);
        return mehari.template.asyncSend("direct:a", exchange);
    }

    /** Keeps what is to be done later until the test does it, and does all else at once. */
    private static final class HeldTimer extends ThreadPools {
        final List<Runnable> tasks = new ArrayList<>();
        private final ThreadPools others = new DefaultThreadPools("held-timer");

        @Override
        public boolean isVirtualThreads() {
            return false;
        }

        @Override
        public void setVirtualThreads(boolean virtualThreads) {}

        @Override
        public Thread newThread(String name, Runnable task) {
            return others.newThread(name, task);
        }

        @Override
        public Executor shared() {
            return Runnable::run;
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            return others.newPool(name, threads, maxQueued);
        }

        @Override
        public Delayed schedule(Runnable task, long delayMillis) {
            tasks.add(task);
            return () -> false;
        }

        @Override
        public void stop() {
            others.stop();
        }
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
        mehari.context.getRoutingContextExtension().getShutdownStrategy().setTimeout(java.time.Duration.ofMillis(10));
        mehari.routes(
                r -> r.from("direct:a").throttle(1).timePeriodMillis(60_000).maxWaiting(1));

        assertThat(send(0).failure()).isNull();
        CompletableFuture<Exchange> waits = mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context));
        assertThat(waits).isNotDone();
        assertThat(send(0).failure()).hasMessageEndingWith("within 60000ms, and 1 wait already");
        mehari.context.stop();
        assertThat(waits.get(10, TimeUnit.SECONDS).getException()).isNull();
    }

    /** A step that keeps messages until a test lets them go. */
    private static final class Gate implements AsyncProcessor {
        final BlockingQueue<AsyncCallback> kept = new LinkedBlockingQueue<>();
        final List<Object> bodies = Collections.synchronizedList(new ArrayList<>());
        final Semaphore arrived = new Semaphore(0);

        @Override
        public void process(Exchange exchange) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            bodies.add(String.valueOf(exchange.getBody()));
            kept.add(callback);
            arrived.release();
            return false;
        }

        void letOneGo() throws InterruptedException {
            java.util.Objects.requireNonNull(kept.poll(30, TimeUnit.SECONDS)).done(false);
        }
    }

    private CompletableFuture<Exchange> sendAsync(String body, int limit) {
        Exchange exchange = new DefaultExchange(mehari.context);
        exchange.setBody(body);
        exchange.setHeader("h", limit);
        return mehari.template.asyncSend("direct:a", exchange);
    }

    @Test
    void s1_asManyAsTheLimitAreUnderWayAndTheNextOneFollowsInOrder() throws Exception {
        Gate gate = new Gate();
        mehari.routes(r -> r.from("direct:a")
                .throttle(header("h"))
                .concurrentRequestsMode()
                .maxWaiting(2)
                .process(gate));

        List<CompletableFuture<Exchange>> sent = new ArrayList<>();
        for (String each : List.of("1", "2", "3", "4")) {
            sent.add(sendAsync(each, 2));
        }
        assertThat(gate.bodies).containsExactly("1", "2");
        assertThat(sendAsync("5", 2).get(30, TimeUnit.SECONDS).getException())
                .isInstanceOf(ThrottlerRejectedExecutionException.class)
                .hasMessage("Exceeded the max throttle rate of 2 messages at the same time, and 2 wait already");
        assertThat(gate.arrived.tryAcquire(2, 30, TimeUnit.SECONDS)).isTrue();
        for (int i = 0; i < 2; i++) {
            gate.letOneGo();
            assertThat(gate.arrived.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        }
        gate.letOneGo();
        gate.letOneGo();
        for (CompletableFuture<Exchange> each : sent) {
            assertThat(each.get(30, TimeUnit.SECONDS).getException()).isNull();
        }
        assertThat(gate.bodies).containsExactly("1", "2", "3", "4");
    }

    @Test
    void s1_aMessageThatFailsIsCountedOff() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .throttle(1)
                .concurrentRequestsMode()
                .rejectExecution(true)
                .process(exchange -> {
                    throw new IllegalStateException("on purpose");
                }));
        assertThat(send(0).failure()).hasMessage("on purpose");
        assertThat(send(0).failure()).as("not rejected").hasMessage("on purpose");
    }

    @Test
    void aHigherLimitLetsWaitingOnesGo() throws Exception {
        Gate gate = new Gate();
        mehari.routes(r -> r.from("direct:a")
                .throttle(header("h"))
                .concurrentRequestsMode()
                .process(gate));
        List<CompletableFuture<Exchange>> sent = List.of(sendAsync("1", 1), sendAsync("2", 1), sendAsync("3", 3));
        for (int i = 0; i < 3; i++) {
            gate.letOneGo();
        }
        for (CompletableFuture<Exchange> each : sent) {
            assertThat(each.get(30, TimeUnit.SECONDS).getException()).isNull();
        }
        assertThat(gate.bodies).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(send(0).failure()).hasMessageStartingWith("The maximum of a throttle must be at least 1, not 0");
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
                .withMessage("maxWaiting(-1) is negative");
        mehari.routes(r -> r.from("direct:a").throttle(header("h")));
        assertThat(send(null).failure())
                .hasMessageStartingWith("The maximum of a throttle must be at least 1, not null");
    }

    // ---- threads

    @Test
    void theRestRunsOnOtherThreadsAndTheSenderWaits() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .threads(1, 2, "rest")
                .process(noteThread())
                .process(exchange -> {
                    throw new IllegalStateException("there");
                }));

        assertThat(send(0).failure()).hasMessage("there");
        assertThat(journal).hasSize(1).allMatch(name -> name.startsWith("rest"));
    }

    @Test
    void whatThePoolRefusesRunsInTheCallersThreadOrFails() throws Exception {
        ExecutorService ended = Executors.newSingleThreadExecutor();
        ended.shutdown();
        mehari.routes(r -> {
            r.from("direct:a").threads().executorService(ended).process(noteThread());
            r.from("direct:b")
                    .threads()
                    .executorService(ended)
                    .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                    .process(noteThread());
        });

        assertThat(send(0).failure()).isNull();
        assertThat(journal).containsExactly(Thread.currentThread().getName());
        assertThat(mehari.sendTo("direct:b", exchange -> {}).failure()).isInstanceOf(RejectedExecutionException.class);
        assertThat(journal).hasSize(1);
    }

    @Test
    void r2_anExecutorThatRunsInTheCallersThreadDoesNotGrowTheStack() throws Exception {
        int[] turns = {0};
        mehari.routes(r -> r.from("direct:a")
                .loop(100_000)
                .threads()
                .executorService(new InCaller())
                .process(exchange -> turns[0]++));

        assertThat(send(0).failure()).isNull();
        assertThat(turns[0]).isEqualTo(100_000);
    }

    @Test
    void theRestAlwaysRunsOnOtherThreads() throws Exception {
        mehari.routes(r -> r.from("direct:a").loop(2_000).threads(2).process(exchange -> {
            if (!Thread.currentThread().getName().startsWith("Threads")) {
                journal.add(Thread.currentThread().getName());
            }
        }));

        assertThat(send(0).failure()).isNull();
        assertThat(journal).isEmpty();
    }

    @Test
    void aPoolOfItsOwnIsBounded() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        mehari.routes(r -> r.from("direct:a")
                .threads(1)
                .maxQueueSize(0)
                .rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                .process(exchange -> {
                    begun.countDown();
                    assertThat(goOn.await(10, TimeUnit.SECONDS)).isTrue();
                }));

        CompletableFuture<Exchange> first = mehari.template.asyncSend("direct:a", new DefaultExchange(mehari.context));
        assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(send(0).failure()).hasMessageContaining("is full: 1 threads are busy");
        goOn.countDown();
        assertThat(first.get(10, TimeUnit.SECONDS).getException()).isNull();
    }

    @Test
    void badPoolsAreRefused() {
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> mehari.routes(r -> r.from("direct:a").threads(0)))
                .withMessageContaining("step 1 (threads): CorePoolSize must be >= 1, was 0: give the number of threads")
                .withCauseInstanceOf(IllegalArgumentException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").threads().maxQueueSize(-1)))
                .withMessageStartingWith("maxQueueSize(-1) is negative");
    }

    // ---- where further steps stand

    @Test
    void stepsBehindAStepWithOptionsFollowIt() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .throttle(1000)
                .timePeriodMillis(1)
                .process(exchange -> journal.add("in"))
                .choice()
                .when(body().isEqualTo("y"))
                .delay(0)
                .threads(1)
                .process(exchange -> journal.add("y"))
                .endChoice()
                .otherwise()
                .process(exchange -> journal.add("other"))
                .end()
                .end()
                .end()
                .process(exchange -> journal.add("behind")));

        mehari.send(List.of("x", "y"));
        assertThat(journal).containsExactly("in", "other", "in", "y", "behind");
    }

    // ---- validate

    @Test
    void whatDoesNotMatchFails() throws Exception {
        mehari.routes(
                r -> r.from("direct:a").validate(header("h").isEqualTo("ok")).process(noteThread()));

        assertThat(send("ok").failure()).isNull();
        assertThat(send("no").failure())
                .isInstanceOf(PredicateValidationException.class)
                .hasMessageStartingWith("Validation failed for Predicate[");
        assertThat(journal).hasSize(1);
    }
}
