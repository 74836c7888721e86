package io.mehari.component.queue.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A waiting thread sleeps instead of yielding: a thread that yields stays runnable, and runs last on a busy processor.
 */
@Timeout(10)
class SpinThenParkTest {

    @Test
    void q7_aThreadThatHasSpunParks() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Thread waiting = new Thread(() -> {
            while (!over.get()) {
                SpinThenPark.pause(100);
            }
        });
        waiting.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        boolean parked = false;
        while (!parked && System.nanoTime() - end < 0) {
            parked = waiting.getState() == Thread.State.TIMED_WAITING;
        }
        over.set(true);
        waiting.join();

        assertThat(parked).isTrue();
    }
}
