package io.mehari.impl.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PoolTest {
    private final CountDownLatch release = new CountDownLatch(1);
    private final Pool pool =
            new Pool(3, new LinkedBlockingQueue<>(10), Thread::new, new ThreadPoolExecutor.AbortPolicy());

    @AfterEach
    void stop() throws InterruptedException {
        release.countDown();
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    private void block() {
        boolean interrupted = false;
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aTaskDoesNotWaitForABlockedThreadWhenAnIdleOneEnds() throws InterruptedException {
        pool.setKeepAliveTime(20, TimeUnit.MICROSECONDS);
        pool.execute(this::block);
        pool.execute(this::block);
        for (int i = 0; i < 5_000; i++) {
            CountDownLatch done = new CountDownLatch(1);
            pool.execute(done::countDown);
            assertThat(done.await(5, TimeUnit.SECONDS)).as("task %s ran", i).isTrue();
            long until = System.nanoTime() + ThreadLocalRandom.current().nextInt(150_000);
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
        }
    }
}
