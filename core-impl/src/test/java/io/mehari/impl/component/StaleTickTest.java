package io.mehari.impl.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.ForwardedThreads;
import io.mehari.spi.ThreadPools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A timer whose pools begin a task late, or although it was cancelled at that moment. */
class StaleTickTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final List<Runnable> scheduled = new ArrayList<>();
    private final List<Long> delays = new ArrayList<>();
    private int ticks;
    private final List<Long> dues = new ArrayList<>();
    private boolean twice;

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void oneThatWasCancelledAndBeginsAllTheSameDoesNotEndTheTimer() throws Exception {
        start("timer:t?delay=0&period=20");
        context.getRouteController().suspendRoute("t");
        context.getRouteController().resumeRoute("t");
        assertThat(scheduled).hasSize(2);

        scheduled.get(1).run();
        assertThat(ticks).isEqualTo(1);
        scheduled.get(0).run(); // the cancelled one, long before the next is due
        assertThat(ticks).isEqualTo(1);

        pause(25);
        scheduled.get(2).run();
        assertThat(ticks).isEqualTo(2);
    }

    @Test
    void oneThatIsALittleLateDoesNotMakeThePeriodLonger() throws Exception {
        start("timer:t?delay=0&period=4000");
        pause(100);
        scheduled.get(0).run();
        assertThat(ticks).isEqualTo(1);
        assertThat(delays.get(1)).isBetween(1L, 3_900_000_000L);
    }

    /** Pools of the user's may count in milliseconds, run a task twice, or run it and throw. */
    @Test
    void oneTooEarlyByLessThanAMillisecondCountsAndEachTaskMakesOneMessage() throws Exception {
        start("timer:t?delay=50&period=50");
        pauseUntilJustBefore(dues.get(0));
        twice = true;
        scheduled.get(0).run();
        assertThat(ticks).isEqualTo(1);
        assertThat(scheduled).as("the timer goes on, once").hasSize(2);
        assertThat(delays.get(1)).as("not the pause after a failure").isGreaterThan(20_000_000L);
    }

    private static void pauseUntilJustBefore(long due) {
        while (System.nanoTime() - due < -300_000) {
            Thread.onSpinWait();
        }
    }

    private void start(String uri) throws Exception {
        context.getRoutingContextExtension()
                .setThreadPools(new ByHand(context.getRoutingContextExtension().getThreadPools()));
        context.addRoutes(r -> r.from(uri).routeId("t").process(exchange -> ticks++));
        context.start();
    }

    private static void pause(long millis) {
        long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - due < 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Runs what is for the shared pool at once, and what is scheduled when the test says so. */
    private final class ByHand extends ForwardedThreads {
        ByHand(ThreadPools others) {
            super(others);
        }

        @Override
        public Executor shared() {
            return task -> {
                Thread thread = new Thread(task);
                thread.start();
                join(thread);
                if (twice) {
                    Thread again = new Thread(task);
                    again.start();
                    join(again);
                    throw new IllegalStateException("on purpose");
                }
            };
        }

        private static void join(Thread thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        protected void resume(Runnable suspended) {
            shared().execute(suspended);
        }

        @Override
        public Delayed schedule(Runnable task, long delay, TimeUnit unit) {
            scheduled.add(task);
            delays.add(unit.toNanos(delay));
            dues.add(System.nanoTime() + unit.toNanos(delay));
            return () -> true;
        }
    }
}
