package io.mehari.scenarios;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The service step of a workflow. */
final class Service {
    private static final long COMPUTING_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long WAITING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private Service() {}

    static void idle() {}

    /** Keeps a processor busy. */
    static void compute() {
        long end = System.nanoTime() + COMPUTING_NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /**
     * Waits as for an answer from another process, without using the processor. If the thread wakes early, it waits
     * again.
     */
    static void await() {
        long end = System.nanoTime() + WAITING_NANOS;
        for (long left = WAITING_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
