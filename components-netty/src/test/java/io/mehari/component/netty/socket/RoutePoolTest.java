package io.mehari.component.netty.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RoutePoolTest {
    private final Queue<Throwable> refusals = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(8, 8, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    private final RoutePool pool = new RoutePool(threads);

    @AfterEach
    void endTheThreads() {
        threads.shutdownNow();
    }

    @Test
    void tasksThatComeWhileAThreadIsBeingWokenWakeNoOther() throws Exception {
        List<Runnable> drains = new ArrayList<>();
        RoutePool byHand = new RoutePool(new ByHand(drains));
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            byHand.run(task(ran::incrementAndGet));
        }
        assertThat(drains).hasSize(1);

        drains.get(0).run();

        assertThat(ran).hasValue(100);
        assertThat(drains)
                .as("one more, for the case that the first task blocks")
                .hasSize(2);
    }

    @Test
    void tasksThatBlockDoNotHoldTheOthers() throws Exception {
        CyclicBarrier all = new CyclicBarrier(8);
        CountDownLatch met = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            pool.run(task(() -> {
                all.await();
                met.countDown();
            }));
        }
        assertThat(met.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aTaskThatComesWhileAllOthersBlockIsRun() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(7);
        for (int i = 0; i < 7; i++) {
            pool.run(task(() -> {
                blocked.countDown();
                release.await();
            }));
        }
        blocked.await();
        CountDownLatch ran = new CountDownLatch(1);
        pool.run(task(ran::countDown));
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        release.countDown();
    }

    @Test
    void eachTaskOfManySendersIsRunOnce() throws Exception {
        int senders = 4;
        int each = 50_000;
        AtomicIntegerArray runs = new AtomicIntegerArray(senders * each);
        CountDownLatch left = new CountDownLatch(senders * each);
        for (int i = 0; i < senders; i++) {
            int first = i * each;
            new Thread(() -> {
                        for (int n = first; n < first + each; n++) {
                            int task = n;
                            pool.run(task(() -> {
                                runs.incrementAndGet(task);
                                left.countDown();
                            }));
                            if (n % 64 == 0) {
                                LockSupport.parkNanos(1000); // so that the threads sleep now and then
                            }
                        }
                    })
                    .start();
        }
        assertThat(left.await(25, TimeUnit.SECONDS))
                .as("%s tasks are left", left.getCount())
                .isTrue();
        for (int n = 0; n < senders * each; n++) {
            assertThat(runs.get(n)).isEqualTo(1);
        }
        assertThat(refusals).isEmpty();
    }

    @Test
    void s4_aTaskThatThrowsDoesNotHoldThoseAfterIt() throws Exception {
        List<Runnable> drains = new ArrayList<>();
        RoutePool byHand = new RoutePool(new ByHand(drains));
        AtomicInteger ran = new AtomicInteger();
        byHand.run(task(() -> {
            throw new AssertionError("planned");
        }));
        byHand.run(task(ran::incrementAndGet));
        byHand.run(task(ran::incrementAndGet));
        for (int i = 0; i < drains.size(); i++) { // each may add others
            try {
                drains.get(i).run();
            } catch (AssertionError e) {
                assertThat(e).hasMessage("planned");
            }
        }
        assertThat(ran).hasValue(2);
    }

    @Test
    void k8_theInterruptFlagOfOneTaskDoesNotReachTheNext() {
        List<Runnable> drains = new ArrayList<>();
        RoutePool byHand = new RoutePool(new ByHand(drains));
        AtomicBoolean interrupted = new AtomicBoolean();
        byHand.run(task(() -> Thread.currentThread().interrupt()));
        byHand.run(task(() -> interrupted.set(Thread.currentThread().isInterrupted())));
        drains.get(0).run();
        assertThat(interrupted).isFalse();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void tasksThatWaitAtAStopDoNotWaitForEachOther() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        ThreadPoolExecutor two = new ThreadPoolExecutor(2, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        two.execute(() -> awaitTheEnd(release));
        two.execute(() -> awaitTheEnd(release)); // both threads are busy, so the tasks wait
        RoutePool busy = new RoutePool(two);
        CyclicBarrier both = new CyclicBarrier(2);
        CountDownLatch met = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            busy.run(task(() -> {
                both.await();
                met.countDown();
            }));
        }
        busy.shutdown();
        release.countDown();
        assertThat(met.await(20, TimeUnit.SECONDS)).isTrue();
        two.shutdownNow();
    }

    private static void awaitTheEnd(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void s4_aPoolThatHasStoppedRefusesEachTask() {
        pool.shutdown();
        pool.run(task(() -> {}));
        pool.run(task(() -> {}));
        assertThat(refusals).hasSize(2).allMatch(RejectedExecutionException.class::isInstance);
    }

    @Test
    void whatHasComeBeforeAStopIsRun() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            pool.run(task(() -> {
                release.await();
                ran.countDown();
            }));
        }
        pool.shutdown();
        release.countDown();
        assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(refusals).isEmpty();
    }

    @Test
    void s4_aThreadThatCannotBeMadeForASecondTaskHoldsNone() {
        List<Runnable> drains = new ArrayList<>();
        ByHand scarce = new ByHand(drains);
        RoutePool byHand = new RoutePool(scarce);
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            byHand.run(task(ran::incrementAndGet));
        }
        scarce.full = true;
        drains.get(0).run();
        assertThat(ran).as("by the thread that is there").hasValue(3);

        byHand.run(task(ran::incrementAndGet));
        assertThat(refusals).hasSize(1).allMatch(OutOfMemoryError.class::isInstance);

        scarce.full = false;
        byHand.run(task(ran::incrementAndGet));
        drains.get(drains.size() - 1).run();
        assertThat(ran).hasValue(4);
    }

    private interface Body {
        void run() throws Exception;
    }

    private RoutePool.Task task(Body body) {
        return new RoutePool.Task() {
            @Override
            public void run() {
                try {
                    body.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void refused(Throwable why) {
                refusals.add(why);
            }
        };
    }

    /** Keeps what it should run. */
    private static final class ByHand extends AbstractExecutorService {
        private final List<Runnable> drains;
        private boolean full;

        ByHand(List<Runnable> drains) {
            this.drains = drains;
        }

        @Override
        public void execute(Runnable drain) {
            if (full) {
                throw new OutOfMemoryError("no thread (planned)");
            }
            drains.add(drain);
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }
}
