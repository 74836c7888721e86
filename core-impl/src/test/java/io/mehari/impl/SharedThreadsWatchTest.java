package io.mehari.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.impl.threads.DefaultThreadPools;
import io.mehari.spi.internal.RouteThreads;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests {@link SharedThreadsWatch}: each test makes a shared thread wait, or shows a wait that is allowed. */
@Timeout(60)
class SharedThreadsWatchTest {
    private final DefaultThreadPools pools = new DefaultThreadPools("watched");
    private final SharedThreadsSample sample = new SharedThreadsSample();
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch blocking = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        pools.stop();
    }

    private void block() {
        blocking.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enter(Object lock) {
        synchronized (lock) {
            blocking.countDown();
        }
    }

    private List<String> awaitFault() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        List<String> faults = sample.take();
        while (faults.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            faults = sample.take();
        }
        return faults;
    }

    @Test
    @BlocksSharedThreads("to be found out")
    void aTimerThatRunsUserCodeWhichWaitsIsFound() {
        pools.schedule(this::block, 1);

        assertThat(awaitFault())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("the timer waits: watched-timer")
                .contains(".block");
    }

    @Test
    @BlocksSharedThreads("to be found out")
    void aTimerThatWaitsForALockForLongIsFound() {
        Object lock = new Object();
        synchronized (lock) {
            pools.schedule(() -> enter(lock), 1);
            assertThat(awaitFault())
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("a shared thread waits for a lock: watched-timer");
        }
    }

    @Test
    @BlocksSharedThreads("to fail by it")
    void theTestInWhichItWasFoundFails() {
        SharedThreadsWatch.begin(true);
        pools.schedule(this::block, 1);
        assertThat(awaitFault()).isNotEmpty();
        SharedThreadsWatch.lookOnce();

        assertThatThrownBy(SharedThreadsWatch::end)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("Law S2: the timer waits");
    }

    @Test
    void theTestThatAsksIsWatched() {
        assertThat(SharedThreadsWatch.isWatching()).isTrue();
    }

    @Test
    void theTimerMayBeIdleAndThePoolMayRunUserCodeThatWaits() throws InterruptedException {
        CountDownLatch ticked = new CountDownLatch(1);
        pools.schedule(ticked::countDown, 1);
        pools.schedule(() -> {}, 1_000_000);
        RouteThreads.resume(pools, this::block);
        assertThat(ticked.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(blocking.await(20, TimeUnit.SECONDS)).isTrue();

        for (int i = 0; i < 50; i++) {
            assertThat(sample.take()).isEmpty();
        }
    }
}
