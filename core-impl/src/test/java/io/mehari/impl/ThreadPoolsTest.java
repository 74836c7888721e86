package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.spi.ThreadPools;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The threads of a context: bounded, named, and gone when it has stopped. */
class ThreadPoolsTest {

    private final ThreadPools pools = new DefaultThreadPools("pools");

    @AfterEach
    void stop() {
        pools.stop();
    }

    @Test
    void aDelayedTaskRunsAfterItsDelayOnTheTimer() throws Exception {
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        long begin = System.nanoTime();
        CountDownLatch ran = new CountDownLatch(1);
        pools.schedule(
                () -> {
                    ranOn.set(Thread.currentThread());
                    ran.countDown();
                },
                20);
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(ranOn.get().getName()).isEqualTo("pools-timer");
        assertThat(ranOn.get().isDaemon()).isTrue();
    }

    @Test
    void stopRunsWhatWaitsAndNothingTwice() {
        int[] runs = {0, 0};
        pools.schedule(() -> runs[0]++, 1_000_000);
        ThreadPools.Delayed cancelled = pools.schedule(() -> runs[1]++, 1_000_000);
        assertThat(cancelled.cancel()).isTrue();

        pools.stop();
        pools.stop();

        assertThat(runs).containsExactly(1, 0);
    }

    @Test
    void afterStopWorkIsDoneByWhoeverBringsIt() {
        pools.shared().execute(() -> {});
        pools.stop();
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        pools.schedule(() -> ranOn.set(Thread.currentThread()), 1_000_000);
        assertThat(ranOn.getAndSet(null)).isSameAs(Thread.currentThread());

        pools.shared().execute(() -> ranOn.set(Thread.currentThread()));
        assertThat(ranOn.get()).isSameAs(Thread.currentThread());
    }

    @Test
    void afterANewStartTheyWorkAgain() throws Exception {
        pools.shared();
        pools.stop();
        pools.start();
        CountDownLatch ran = new CountDownLatch(2);
        pools.schedule(ran::countDown, 1);
        pools.shared().execute(ran::countDown);

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFullPoolSaysSo() {
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService pool = pools.newPool("small", 1, 1);
        Runnable waiting = () -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        pool.execute(waiting);
        pool.execute(waiting);

        assertThatThrownBy(() -> pool.execute(waiting))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("Pool small is full: 1 threads are busy and 1 tasks wait");
        release.countDown();
        pools.stop();
        assertThat(pool.isTerminated()).isTrue();
    }

    @Test
    void virtualThreadsWhereTheJdkHasThem() throws Exception {
        if (Runtime.version().feature() < 21) {
            assertThatThrownBy(() -> pools.setVirtualThreads(true))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("has no virtual threads: they need 21 or later");
            return;
        }
        pools.setVirtualThreads(true);
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        CountDownLatch ran = new CountDownLatch(1);
        pools.shared().execute(() -> {
            ranOn.set(Thread.currentThread());
            ran.countDown();
        });
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(ranOn.get().toString()).startsWith("VirtualThread[").contains("pools-worker-1");
    }
}
