package io.mehari.impl.threads;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the threads of pools do when the heap is full (law S4). */
final class PoolThreads {
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private PoolThreads() {}

    static void waitForRoom() {
        LockSupport.parkNanos(AGAIN_NANOS);
    }

    /**
     * Runs a thread's work for its pool. If the heap is full, a thread of a ThreadPoolExecutor ends while it waits for
     * a task, and there is no room for its successor. Then the tasks in the queue would wait until somebody adds
     * another one. So the last thread stays until it has a successor.
     */
    @SuppressWarnings("CatchingUnchecked") // it tries again
    static void runAndReplace(Runnable work, ThreadPoolExecutor pool) {
        try {
            work.run();
        } finally {
            boolean replaced = false;
            while (!replaced) {
                try {
                    if (!pool.getQueue().isEmpty()) {
                        pool.prestartCoreThread(); // does nothing if there are enough
                    }
                    replaced = true;
                } catch (Throwable e) {
                    waitForRoom();
                }
            }
        }
    }
}
