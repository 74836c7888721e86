package io.mehari.scenarios;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What a workflow does with a message. */
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

    /** As for an answer from elsewhere: no processor is used. A thread may wake early, and waits again then. */
    static void await() {
        long end = System.nanoTime() + WAITING_NANOS;
        for (long left = WAITING_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
