package io.mehari.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ThreadPools;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws of a send that somebody waits for, or nobody: for all connectors, which only add what is to be sent. */
@Timeout(60)
class PendingSendTest {
    private static final int SECONDS = 20;
    private final RuntimeException dead = new IllegalStateException("the line is dead");

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch called = new CountDownLatch(1);
    private final AtomicReference<@Nullable Thread> resumedOn = new AtomicReference<>();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    private QueuedSends sends(int most, @Nullable String onSendFailure) {
        return new QueuedSends(context.getEndpoint("direct:out"), most, onSendFailure);
    }

    private Exchange exchange() {
        Exchange exchange = context.getEndpoint("direct:a").createExchange();
        exchange.setBody("dates");
        return exchange;
    }

    private void whenDone(boolean doneSync) {
        resumedOn.set(Thread.currentThread());
        calls.incrementAndGet();
        called.countDown();
    }

    /** The result of a connector becomes the body. */
    private class Send extends PendingSend {
        final AtomicInteger endings = new AtomicInteger();

        Send(QueuedSends sends, @Nullable Exchange exchange, boolean queued) {
            super(sends, exchange, PendingSendTest.this::whenDone, queued);
        }

        @Override
        protected void take(Exchange exchange, Object result) {
            exchange.setBody(result);
        }

        @Override
        protected void ended() {
            endings.incrementAndGet();
        }
    }

    private void awaitResumed() throws InterruptedException {
        assertThat(called.await(SECONDS, TimeUnit.SECONDS)).as("resumed").isTrue();
    }

    // ---- a sender that does not wait

    @Test
    void s6_theCopyForAFailureEndsWithASendThatSucceeds() {
        AtomicInteger closed = new AtomicInteger();
        Exchange exchange = exchange();
        exchange.setBody(new ByteArrayInputStream(new byte[10]) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        });
        Send send = new Send(sends(1, "direct:failed"), exchange, true);
        ((AbstractExchange) exchange).end();
        assertThat(closed).hasValue(0);
        assertThat(send.succeed()).isTrue();
        assertThat(closed).hasValue(1);
    }

    // ---- a sender that waits

    @Test
    void k6_theSenderContinuesOnAnotherThreadWithTheReply() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false);
        assertThat(send.isWaitedFor()).isTrue();
        assertThat(send.isDone()).isFalse();

        assertThat(send.succeed("reply")).isTrue();
        awaitResumed();
        assertThat(exchange.getBody()).isEqualTo("reply");
        assertThat(resumedOn.get()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void whatComesAfterTheEndChangesNothing() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false);
        send.fail(dead);
        awaitResumed();

        assertThat(send.succeed("late")).isFalse();
        assertThat(send.succeed()).isFalse();
        send.fail(new IllegalStateException("again"));
        send.timeIsUp(5);
        assertThat(exchange.getBody()).isEqualTo("dates");
        assertThat(exchange.getException()).isSameAs(dead);
        assertThat(calls).hasValue(1);
        assertThat(send.endings).hasValue(1);
    }

    @Test
    void theTimeLimitFailsTheExchange() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false);
        send.timeIsUp(5);
        awaitResumed();
        assertThat(exchange.getException())
                .isInstanceOf(ExchangeTimedOutException.class)
                .hasMessageContaining("direct:out");
    }

    @Test
    void theDeadlineIsCancelledWhetherItIsSetBeforeTheEndOrAfter() {
        AtomicInteger cancelled = new AtomicInteger();
        Send before = new Send(sends(1, null), exchange(), false);
        before.setDeadline(() -> cancelled.incrementAndGet() > 0);
        assertThat(cancelled).hasValue(0);
        before.succeed();
        assertThat(cancelled).hasValue(1);

        Send after = new Send(sends(1, null), exchange(), false);
        after.succeed();
        after.setDeadline(() -> cancelled.incrementAndGet() > 0);
        assertThat(cancelled).hasValue(2);
    }

    @Test
    void aReplyThatCannotBeTakenFailsTheExchange() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false) {
            @Override
            protected void take(Exchange mine, Object result) {
                throw new AssertionError("not a reply");
            }
        };
        send.succeed("reply");
        awaitResumed();
        assertThat(exchange.getException()).hasRootCauseMessage("not a reply");
    }

    @Test
    void s4_aTimerOrAClientThatThrowsLeavesNoSenderWaiting() throws Exception {
        Send send = new Send(sends(1, null), exchange(), false) {
            @Override
            protected void ended() {
                throw new AssertionError("the client is broken");
            }
        };
        send.setDeadline(() -> {
            throw new AssertionError("the timer is broken");
        });
        send.succeed();
        awaitResumed();
    }

    @Test
    void s4_aFailureThatCannotBeJudgedLeavesNoSenderWaiting() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false) {
            @Override
            protected @Nullable Throwable judged(Throwable failure) {
                throw new AssertionError("no judgement");
            }
        };
        send.timeIsUp(5);
        awaitResumed();
        assertThat(exchange.getException()).hasRootCauseMessage("no judgement");
    }

    @Test
    void aFailureThatIsNotTheSendersLetsItContinue() throws Exception {
        Exchange exchange = exchange();
        Send send = new Send(sends(1, null), exchange, false) {
            @Override
            protected @Nullable Throwable judged(Throwable failure) {
                return null;
            }
        };
        send.fail(dead);
        awaitResumed();
        assertThat(exchange.getException()).isNull();
    }

    // ---- one wins

    private static final int ROUNDS = 4_000;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ofTwoThreadsOneEndsTheSend(boolean queued) throws Exception {
        QueuedSends sends = sends(ROUNDS, null);
        CountDownLatch resumed = new CountDownLatch(ROUNDS);
        List<Counted> all = counted(sends, queued, resumed);
        atOnce(i -> all.get(i).succeed(), i -> all.get(i).fail(dead));
        assertThat(all).allSatisfy(each -> assertThat(each.endings).hasValue(1));
        assertThat(sends.size()).isZero();
        if (!queued) {
            assertThat(resumed.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aDeadlineThatIsSetWhileTheSendEndsIsCancelled() throws Exception {
        List<Counted> all = counted(sends(ROUNDS, null), true, new CountDownLatch(0));
        AtomicIntegerArray cancelled = new AtomicIntegerArray(ROUNDS);
        atOnce(i -> all.get(i).succeed(), i -> all.get(i).setDeadline(() -> cancelled.incrementAndGet(i) > 0));
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(cancelled.get(i)).isPositive();
        }
    }

    private List<Counted> counted(QueuedSends sends, boolean queued, CountDownLatch resumed) {
        List<Counted> all = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            all.add(new Counted(sends, exchange(), doneSync -> resumed.countDown(), queued));
        }
        return all;
    }

    private static final class Counted extends PendingSend {
        final AtomicInteger endings = new AtomicInteger();

        Counted(QueuedSends sends, Exchange exchange, AsyncCallback callback, boolean queued) {
            super(sends, exchange, callback, queued);
        }

        @Override
        protected void ended() {
            endings.incrementAndGet();
        }
    }

    /** Both threads begin each round at the same moment. */
    @SuppressWarnings("ThreadPriorityCheck") // the other thread may need this processor
    private static void atOnce(IntConsumer one, IntConsumer other) throws Exception {
        AtomicInteger arrived = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> both = new ArrayList<>();
            for (IntConsumer each : List.of(one, other)) {
                both.add(pool.submit(() -> {
                    for (int i = 0; i < ROUNDS; i++) {
                        arrived.incrementAndGet();
                        for (int spins = 0; arrived.get() < 2 * (i + 1); spins++) {
                            if (spins > 1_000) {
                                Thread.yield();
                            }
                        }
                        each.accept(i);
                    }
                }));
            }
            for (Future<?> each : both) {
                each.get(SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    // ---- nobody waits

    @Test
    void aQueuedSendIsCountedUntilItIsDone() {
        QueuedSends sends = sends(1, null);
        Send send = new Send(sends, exchange(), true);
        assertThat(send.isWaitedFor()).isFalse();
        assertThat(sends.size()).isEqualTo(1);

        send.timeIsUp(5);
        assertThat(send.isDone()).as("without a sender there is no time limit").isFalse();
        assertThat(send.succeed("reply")).isTrue();
        assertThat(sends.size()).isZero();
        assertThat(sends.failures()).isZero();
        assertThat(calls).hasValue(0);
    }

    @Test
    void withoutRoomTheSenderWaits() throws Exception {
        QueuedSends sends = sends(1, null);
        Send first = new Send(sends, exchange(), true);
        Send second = new Send(sends, exchange(), true);
        assertThat(second.isWaitedFor()).isTrue();
        second.succeed();
        awaitResumed();
        assertThat(sends.size()).isEqualTo(1);
        first.succeed();
        assertThat(new Send(sends, exchange(), true).isWaitedFor()).isFalse();
    }

    @Test
    void aFailedSendGoesToTheEndpointForFailures() throws Exception {
        BlockingQueue<Exchange> failed = new LinkedBlockingQueue<>();
        context.addRoutes(r -> r.from("direct:failed").process(exchange -> failed.add(exchange.copy())));
        QueuedSends sends = sends(1, "direct:failed");
        Exchange original = exchange();
        Send send = new Send(sends, original, true);
        original.setBody("changed by its route");

        send.fail(dead);
        send.fail(new IllegalStateException("again"));

        Exchange report = Objects.requireNonNull(failed.poll(SECONDS, TimeUnit.SECONDS));
        assertThat(report.getBody()).isEqualTo("dates");
        assertThat(report.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class))
                .isSameAs(dead);
        awaitNone(sends);
        assertThat(failed).isEmpty();
        assertThat(sends.failures()).isEqualTo(1);
        assertThat(original.getException()).isNull();
    }

    /** The pool may be the user's: here it runs what it gets twice, and then throws. */
    @Test
    void s4_aPoolThatRunsAReportTwiceGivesItsPlaceBackOnce() throws Exception {
        AtomicInteger reports = new AtomicInteger();
        try (DefaultRoutingContext other = new DefaultRoutingContext()) {
            RoutingContextExtension services = other.getRoutingContextExtension();
            services.setThreadPools(new RunsTwice(services.getThreadPools()));
            other.addRoutes(r -> r.from("direct:failed").process(exchange -> reports.incrementAndGet()));
            other.start();
            QueuedSends sends = new QueuedSends(other.getEndpoint("direct:out"), 2, "direct:failed");
            Send stays = new Send(sends, exchange(), true);
            Send failed = new Send(sends, exchange(), true);
            failed.fail(dead);
            assertThat(sends.size()).as("the place of the other send").isEqualTo(1);
            assertThat(reports).hasValue(1);
            stays.succeed();
        }
    }

    private static final class RunsTwice extends ThreadPools {
        private final ThreadPools others;

        RunsTwice(ThreadPools others) {
            this.others = others;
        }

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
            return suspended -> {
                suspended.run();
                suspended.run();
                throw new IllegalStateException("on purpose");
            };
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            return others.newPool(name, threads, maxQueued);
        }

        @Override
        public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
            return others.schedule(task, delay, unit);
        }

        @Override
        public void start() {
            others.start();
        }

        @Override
        public void stop() {
            others.stop();
        }
    }

    /** A place is given back after the report, so the route may see the message before. */
    private static void awaitNone(QueuedSends sends) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (sends.size() != 0) {
            assertThat(System.nanoTime() - end).as("the time is up").isNegative();
            Thread.onSpinWait();
        }
    }
}
