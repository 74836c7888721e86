package io.mehari.spi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Threads that wait until a condition holds, also in simulated time: instead of a monitor with {@code wait}. */
public final class Signal {
    /*
     * No signal is lost. A waiting thread is in the queue before it reads the condition. Another thread changes what
     * the condition reads, and then reads the queue. Both are volatile. So the waiting thread sees the change, or it
     * is unparked; and an unpark before the park ends that park at once.
     *
     * Not a monitor, because a simulation cannot run another thread while one waits in a monitor.
     */
    private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

    public Signal() {}

    /**
     * Waits until the condition holds.
     *
     * @param endNanos a value of {@link Threading#nanoTime}
     * @param lookAgainNanos how long to wait before the condition is read again without a signal
     * @return false if the time was over first
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
