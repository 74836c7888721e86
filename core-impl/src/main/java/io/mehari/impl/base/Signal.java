package io.mehari.impl.base;

import io.mehari.spi.Threading;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Lets threads wait until a condition holds. It replaces {@code Object.wait}, and also works in simulated time. */
public final class Signal {
    /*
     * No signal is lost. A waiting thread is in the queue before it reads the condition. Another thread changes what
     * the condition reads, and then reads the queue. Both are volatile. So the waiting thread sees the change, or it is
     * unparked. An unpark that comes before the park ends that park at once.
     *
     * A monitor cannot be used, because a simulation cannot run another thread while one waits in a monitor.
     */
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

    public Signal() {}

    /**
     * Waits until the condition holds.
     *
     * @param endNanos a value of {@link Threading#nanoTime}
     * @param lookAgainNanos after what time the condition is read again without a signal
     * @return false if the time expired first
     */
    public boolean await(BooleanSupplier condition, long endNanos, long lookAgainNanos) throws InterruptedException {
        Thread me = Thread.currentThread();
        waiting.add(me);
        try {
            while (!condition.getAsBoolean()) {
                long left = endNanos - Threading.nanoTime();
                if (left <= 0) {
                    return false;
                }
                Threading.parkNanos(this, Math.min(left, lookAgainNanos));
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while waiting");
                }
            }
            return true;
        } finally {
            waiting.remove(me);
        }
    }

    /** Makes all waiting threads read their conditions again. Call it after the change. */
    public void all() {
        if (!waiting.isEmpty()) {
            waiting.forEach(Threading::unpark);
        }
    }
}
