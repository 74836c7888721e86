package io.mehari.impl.component;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A timer whose pools begin a task although it was cancelled at that moment. */
class StaleTickTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final List<Runnable> scheduled = new ArrayList<>();
    private int ticks;

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void oneThatWasCancelledAndBeginsAllTheSameDoesNotEndTheTimer() throws Exception {
        context.getRoutingContextExtension()
                .setThreadPools(new ByHand(context.getRoutingContextExtension().getThreadPools()));
        context.addRoutes(r -> r.from("timer:t?delay=0&period=20").routeId("t").process(exchange -> ticks++));
        context.start();
        context.getRouteController().suspendRoute("t");
        context.getRouteController().resumeRoute("t");
        assertThat(scheduled).hasSize(2);

        scheduled.get(1).run();
        assertThat(ticks).isEqualTo(1);
        scheduled.get(0).run(); // the cancelled one, long before the next is due
        assertThat(ticks).isEqualTo(1);

        long due = System.nanoTime() + 25_000_000;
        while (System.nanoTime() - due < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        scheduled.get(2).run();
        assertThat(ticks).isEqualTo(2);
    }

    /** Runs what is for the shared pool at once, and what is scheduled when the test says so. */
    private final class ByHand extends ThreadPools {
        private final ThreadPools others;

        ByHand(ThreadPools others) {
            this.others = others;
        }

        @Override
        public boolean isVirtualThreads() {
            return false;
        }

        @Override
        public void setVirtualThreads(boolean virtualThreads) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Thread newThread(String name, Runnable task) {
            return others.newThread(name, task);
        }

        @Override
        public Executor shared() {
            return task -> {
                Thread thread = new Thread(task);
                thread.start();
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            };
        }

        @Override
        public ExecutorService newPool(String name, int threads, int maxQueued) {
            return others.newPool(name, threads, maxQueued);
        }

        @Override
        public Delayed schedule(Runnable task, long delayMillis) {
            scheduled.add(task);
            return () -> true;
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
}
