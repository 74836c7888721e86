package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.AggregationStrategy;
import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.SplitDefinition;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.InCaller;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.threads.VirtualThreads;
import io.mehari.spi.ThreadPools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts that run at the same time: how many, on which threads, in which order, and what happens to late parts. */
class ParallelFanTest {

    private final PooledContext mehari = new PooledContext(true);
    private final List<Object> journal = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private static final AggregationStrategy JOIN = (old, next) -> {
        if (old == null) {
            return next;
        }
        old.setBody(old.getBody(String.class) + next.getBody(String.class));
        return old;
    };

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- threads

    @Test
    void partsRunAtTheSameTimeOnTheSharedPool() throws Exception {
        CyclicBarrier all = new CyclicBarrier(3);
        Set<String> threads = ConcurrentHashMap.newKeySet();
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .parallelProcessing()
                .process(exchange -> {
                    threads.add(Thread.currentThread().getName());
                    all.await(10, TimeUnit.SECONDS);
                }));

        assertThat(mehari.send(List.of("x", "y", "z")).body()).isEqualTo("xyz");
        assertThat(threads).hasSize(3).allMatch(name -> name.contains("-worker-"));
    }

    @Test
    void partsRunOnTheExecutorThatIsGiven() throws Exception {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        ExecutorService own = Executors.newFixedThreadPool(2, task -> new Thread(task, "own"));
        try {
            mehari.routes(r -> r.from("direct:a")
                    .multicast(JOIN)
                    .executorService(own)
                    .process(exchange -> threads.add(Thread.currentThread().getName()))
                    .process(exchange -> threads.add(Thread.currentThread().getName())));

            assertThat(mehari.send("x").body()).isEqualTo("xx");
            assertThat(threads).containsExactly("own");
        } finally {
            own.shutdown();
        }
    }

    @Test
    void r2_whatRunsInTheCallersThreadDoesNotGrowTheStack() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .loop(2_000)
                .split(body())
                .executorService(new InCaller())
                .process(exchange -> {}));

        assertThat(mehari.send(List.of("x", "y")).failure()).isNull();
    }

    @Test
    void theStrategyNeverRunsTwiceAtOnce() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        mehari.routes(r -> r.from("direct:a")
                .split(body(), (old, next) -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.onSpinWait();
                    inside.decrementAndGet();
                    return old == null ? next : old;
                })
                .parallelProcessing()
                .streaming()
                .process(exchange -> {}));

        for (int i = 0; i < 20; i++) {
            mehari.send(Collections.nCopies(100, "x"));
        }
        assertThat(most).hasValue(1);
    }

    // ---- order

    @Test
    void streamingAggregatesAsTheyCome() throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        mehari.routes(r -> r.from("direct:a")
                .split(body(), (old, next) -> {
                    if ("y".equals(next.getBody())) {
                        second.countDown();
                    }
                    return JOIN.aggregate(old, next);
                })
                .parallelProcessing()
                .streaming()
                .process(exchange -> {
                    if ("x".equals(exchange.getBody())) {
                        await(second);
                    }
                }));

        assertThat(mehari.send(List.of("x", "y")).body()).isEqualTo("yx");
    }

    // ---- how many

    /** Counts what is read of an endless sequence. */
    private static final class Numbers implements Iterator<String> {
        private final AtomicInteger read = new AtomicInteger();
        private final int size;

        Numbers(int size) {
            this.size = size;
        }

        @Override
        public boolean hasNext() {
            return read.get() < size;
        }

        @Override
        public String next() {
            return String.valueOf(read.getAndIncrement());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fault25_noMoreAreMadeThanMayBeInFlight(boolean streaming) throws Exception {
        Numbers numbers = new Numbers(100);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger inFlight = new AtomicInteger();
        mehari.routes(r -> {
            SplitDefinition split =
                    r.from("direct:a").split(body()).parallelProcessing().maxInFlight(3);
            if (streaming) {
                split.streaming();
            }
            split.process(exchange -> {
                most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                int ahead = numbers.read.get() - Integer.parseInt(exchange.getBody(String.class));
                if (!streaming && ahead > 3) {
                    journal.add(ahead);
                }
                inFlight.decrementAndGet();
            });
        });

        assertThat(mehari.send(numbers).failure()).isNull();
        assertThat(numbers.read).hasValue(100);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(journal).as("read further ahead than 3").isEmpty();
    }

    @Test
    void fault25_afterAFailureNothingMoreIsReadOrBegun() throws Exception {
        Numbers numbers = new Numbers(1_000);
        CountDownLatch failed = new CountDownLatch(1);
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .parallelProcessing()
                .maxInFlight(4)
                .stopOnException()
                .process(exchange -> {
                    journal.add(exchange.getBody());
                    if ("0".equals(exchange.getBody())) {
                        exchange.getUnitOfWork();
                        try {
                            throw new IllegalStateException("0");
                        } finally {
                            failed.countDown();
                        }
                    }
                    await(failed);
                }));

        assertThat(mehari.send(numbers).failure()).hasRootCauseMessage("0");
        assertThat(numbers.read.get()).isBetween(1, 4);
        assertThat(journal).contains("0").hasSizeLessThanOrEqualTo(4);
    }

    @Test
    void fault25_aFailureCountsAtOnceAlsoWhileAnEarlierPartIsUnderWay() throws Exception {
        Numbers numbers = new Numbers(1_000);
        Held held = new Held(1);
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .executorService(new InCaller())
                .stopOnException()
                .filter(body().isEqualTo("0"))
                .process(held)
                .end()
                .filter(body().isEqualTo("1"))
                .process(exchange -> {
                    new Thread(held::end).start();
                    throw new IllegalStateException("1");
                }));

        assertThat(mehari.send(numbers).failure()).hasRootCauseMessage("1");
        assertThat(numbers.read).hasValue(2);
    }

    /** Runs part 0 until the last part ends it, with what the test does to it. */
    private static AsyncProcessor endedByTheLast(Processor end, String last) {
        AtomicReference<Runnable> held = new AtomicReference<>();
        return new AsyncProcessor() {
            @Override
            public void process(Exchange exchange) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                if ("0".equals(exchange.getBody())) {
                    held.set(() -> {
                        try {
                            end.process(exchange);
                        } catch (Exception e) {
                            exchange.setException(e);
                        }
                        callback.done(false);
                    });
                    return false;
                }
                if (last.equals(exchange.getBody())) {
                    new Thread(held.get()).start();
                }
                exchange.setException(new IllegalArgumentException("part " + exchange.getBody()));
                callback.done(true);
                return true;
            }
        };
    }

    @Test
    void s1_theFailureOfAnotherPartIsSuppressedInTheOneThatCounts() throws Exception {
        AsyncProcessor step = endedByTheLast(
                exchange -> {
                    throw new IllegalStateException("part 0");
                },
                "1");
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .executorService(new InCaller())
                .stopOnException()
                .process(step));

        assertThat(mehari.send(List.of("0", "1")).failure())
                .hasRootCauseMessage("part 0")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other).hasMessage("part 1")));
    }

    @Test
    void s1_theFailureOfAPartThatNobodyElseReportsIsLogged() throws Exception {
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            mehari.routes(r -> r.from("direct:a")
                    .split(body())
                    .executorService(new InCaller())
                    .stopOnException()
                    .process(endedByTheLast(exchange -> exchange.setRouteStop(true), "1")));

            assertThat(mehari.send(List.of("0", "1")).failure()).isNull();
            assertThat(log.messages())
                    .containsExactly(
                            "Part 1 failed in route \"route1\", step 1 (split) > 1 (process), too late to count: the"
                                    + " result of the other parts is kept");
            assertThat(log.failures())
                    .singleElement()
                    .satisfies(each -> assertThat(each).hasMessage("part 1"));
        }
    }

    @Test
    void s1_aFailureAfterTheTimeoutIsLogged() throws Exception {
        AtomicReference<Runnable> held = new AtomicReference<>();
        CountDownLatch logged = new CountDownLatch(1);
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            mehari.routes(r -> r.from("direct:a")
                    .split(body())
                    .parallelProcessing()
                    .timeout(500) // long enough for the part to begin on a busy machine
                    .process(new AsyncProcessor() {
                        @Override
                        public void process(Exchange exchange) {
                            throw new UnsupportedOperationException();
                        }

                        @Override
                        public boolean process(Exchange exchange, AsyncCallback callback) {
                            held.set(() -> {
                                exchange.setException(new IllegalStateException("late"));
                                callback.done(false);
                                logged.countDown();
                            });
                            return false;
                        }
                    }));
            assertThat(mehari.send(List.of("0")).failure()).isNull();
            held.get().run();
            await(logged);
            assertThat(log.failures())
                    .singleElement()
                    .satisfies(each -> assertThat(each).hasMessage("late"));
        }
    }

    // ---- refused

    @Test
    void fault25_whatAFullPoolRefusesRunsWhenThereIsRoomAgain() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        Held held = new Held(1);
        ExecutorService everyOther = new InCaller() {
            private boolean full;

            @Override
            public void execute(Runnable command) {
                if (full) {
                    refusals.incrementAndGet();
                    full = false;
                    new Thread(held::end).start(); // there is room again when this one has ended
                    throw new RejectedExecutionException("full");
                }
                full = true;
                command.run();
            }
        };
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .executorService(everyOther)
                .filter(body().isEqualTo("0"))
                .process(held));

        assertThat(mehari.send(new Numbers(2)).body()).isEqualTo("late1");
        assertThat(refusals).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fault25_aPoolThatRefusesFailsTheWholeAndNothingHangs(boolean stopOnException) throws Exception {
        ExecutorService ended = Executors.newSingleThreadExecutor();
        ended.shutdown();
        mehari.routes(r -> {
            SplitDefinition split = r.from("direct:a").split(body(), JOIN).executorService(ended);
            if (stopOnException) {
                split.stopOnException();
            }
            split.process(exchange -> journal.add("never"));
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y"));
        assertThat(outcome.failure()).isInstanceOf(RejectedExecutionException.class);
        assertThat(outcome.body()).isEqualTo(List.of("x", "y"));
        assertThat(journal).isEmpty();
    }

    // ---- time

    /** Ends when it is told to, on the thread that tells it. */
    private static final class Held implements AsyncProcessor {
        final List<Runnable> callbacks = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch begun;

        Held(int parts) {
            begun = new CountDownLatch(parts);
        }

        @Override
        public void process(Exchange exchange) {
            throw new AssertionError("the engine knows that this is asynchronous");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            callbacks.add(() -> {
                exchange.setBody("late");
                callback.done(false);
            });
            begun.countDown();
            return false;
        }

        void end() {
            callbacks.forEach(Runnable::run);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void x1_aPartThatIsLateIsReleasedWhenItEndsAndTouchesNothing(boolean streaming) throws Exception {
        Held held = new Held(1);
        mehari.routes(r -> {
            SplitDefinition split = r.from("direct:a").split(body(), new AggregationStrategy() {
                @Override
                public Exchange aggregate(Exchange old, Exchange next) {
                    return JOIN.aggregate(old, next);
                }

                @Override
                public void timeout(Exchange exchange, int index, int total, long timeout) {
                    journal.add("part " + index + " of " + total + " missing after " + timeout);
                }
            });
            if (streaming) {
                split.streaming();
            }
            split.parallelProcessing()
                    .timeout(50)
                    .choice()
                    .when(body().isEqualTo("y"))
                    .process(held)
                    .end();
        });

        PooledContext.Outcome outcome = mehari.send(List.of("x", "y", "z"));
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.body()).isIn(streaming ? List.of("xz", "zx") : List.of("xz"));
        assertThat(journal).containsExactly("part 1 of 3 missing after 50");
        assertThat(mehari.inUse()).as("the late one").isEqualTo(1);

        held.end();
        assertThat(mehari.inUse()).isZero();
        assertThat(journal).hasSize(1);
    }

    /** The timer fires while a round waits in the user's executor. */
    @Test
    void x1_aTimeoutDuringARoundSettlesWhatIsDone() throws Exception {
        Held held = new Held(1);
        AtomicInteger submitted = new AtomicInteger();
        ExecutorService slow = new InCaller() {
            @Override
            public void execute(Runnable command) {
                int number = submitted.incrementAndGet();
                if (number == 3) {
                    throw new RejectedExecutionException("full");
                }
                if (number == 4) {
                    sleep(300);
                }
                command.run();
            }
        };
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .executorService(slow)
                .timeout(100)
                .filter(body().isEqualTo("0"))
                .process(held)
                .end());

        assertThat(mehari.send(List.of("0", "1", "2")).body()).isEqualTo("12");
        held.end();
        assertThat(submitted).as("part 2 was refused once").hasValue(4);
        assertThat(mehari.inUse()).isZero();
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theStrategyIsToldAlsoOfPartsThatWereNotBegun() throws Exception {
        Held held = new Held(2);
        AggregationStrategy noting = new AggregationStrategy() {
            @Override
            public Exchange aggregate(@Nullable Exchange old, Exchange next) {
                return next;
            }

            @Override
            public void timeout(Exchange exchange, int index, int total, long timeout) {
                journal.add(index + " of " + total + " of " + exchange.getBody());
            }
        };
        mehari.routes(r -> r.from("direct:a")
                .split(body(), noting)
                .parallelProcessing()
                .maxInFlight(2)
                .timeout(50)
                .process(held));

        assertThat(mehari.send(List.of("a", "b", "c", "d")).failure()).isNull();
        held.end();
        assertThat(journal)
                .containsExactly(
                        "0 of 4 of [a, b, c, d]",
                        "1 of 4 of [a, b, c, d]",
                        "2 of 4 of [a, b, c, d]",
                        "3 of 4 of [a, b, c, d]");
    }

    @Test
    void aTimeoutThatIsNotNeededIsForgotten() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .parallelProcessing()
                .timeout(60_000)
                .process(exchange -> {}));

        assertThat(mehari.send(List.of("x", "y")).body()).isEqualTo("xy");
    }

    @Test
    void behindATimeoutNothingMoreIsReadOrBegun() throws Exception {
        Numbers numbers = new Numbers(1_000);
        Held held = new Held(2);
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .parallelProcessing()
                .maxInFlight(2)
                .timeout(50)
                .process(held));

        assertThat(mehari.send(numbers).failure()).isNull();
        held.end();
        assertThat(numbers.read).hasValue(2);
    }

    @Test
    void partsThatAreSuspendedHoldNoThread() throws Exception {
        int parts = 200;
        Held held = new Held(parts);
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .parallelProcessing()
                .maxInFlight(parts)
                .process(held));
        Thread ending = new Thread(() -> {
            await(held.begun);
            held.end();
        });
        ending.start();

        assertThat((String) mehari.send(Collections.nCopies(parts, "x")).body()).hasSize(4 * parts);
        ending.join();
    }

    // ---- everything at once

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void x1_everyExchangeIsReleasedWhateverFails(int seed) throws Exception {
        java.util.Random random = new java.util.Random(seed);
        UnaryOperator<SplitDefinition> options = split -> {
            split.parallelProcessing().maxInFlight(1 + random.nextInt(5));
            if (random.nextBoolean()) {
                split.streaming();
            }
            if (random.nextBoolean()) {
                split.stopOnException();
            }
            return random.nextBoolean() ? split.timeout(1 + random.nextInt(3)) : split;
        };
        mehari.routes(r -> options.apply(r.from("direct:a").split(body(), (old, next) -> {
                    if ("throw".equals(next.getBody())) {
                        throw new IllegalStateException("strategy");
                    }
                    return old == null || "new".equals(next.getBody()) ? next : old;
                }))
                .process(exchange -> {
                    if ("fail".equals(exchange.getBody())) {
                        throw new IllegalStateException("part");
                    }
                })
                .process(mehari.elsewhere.run(exchange -> {})));

        List<String> kinds = List.of("x", "x", "x", "x", "x", "x", "new", "fail", "throw");
        try (CapturedLog late = new CapturedLog("io.mehari.route")) {
            for (int i = 0; i < 200; i++) {
                List<String> parts = new ArrayList<>();
                for (int part = random.nextInt(12); part > 0; part--) {
                    parts.add(kinds.get(random.nextInt(kinds.size())));
                }
                mehari.send(parts);
            }
            assertThat(late.messages()).allMatch(each -> each.contains("too late to count"));
        }
    }

    // ---- bad input

    @Test
    void badOptionsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> mehari.routes(
                        r -> r.from("direct:a").split(body()).timeout(5).stop()))
                .withMessage("timeout(5) needs parallelProcessing(): parts that run one after the other cannot be"
                        + " abandoned");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").multicast().timeout(-1)))
                .withMessage("timeout(-1) is negative: give 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> mehari.routes(r -> r.from("direct:a").multicast().maxInFlight(0)))
                .withMessage("maxInFlight(0) must be at least 1");
    }

    @Test
    void virtualThreadsAreASettingOfThePools() throws Exception {
        ThreadPools pools = mehari.context.getRoutingContextExtension().getThreadPools();
        org.junit.jupiter.api.Assumptions.assumeTrue(VirtualThreads.EXIST);
        pools.setVirtualThreads(true);
        mehari.routes(r -> r.from("direct:a")
                .split(body(), JOIN)
                .parallelProcessing()
                .process(exchange ->
                        journal.add(Thread.currentThread().getClass().getName())));

        assertThat(mehari.send(List.of("x")).body()).isEqualTo("x");
        assertThat(journal).containsExactly("java.lang.VirtualThread");
    }
}
