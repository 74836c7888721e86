package io.mehari.impl.threads;

import io.mehari.spi.internal.StackRoom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A pool whose threads are made when tasks come, and end when they have been idle. */
class Pool extends ThreadPoolExecutor {
    /*
     * A thread that has been idle for long ends, even if a task is queued at that moment, unless it is the last one.
     * The other threads may be blocked, so that task would wait for them. So either the thread that queues, or the one
     * that ends, creates another thread:
     *
     *     queue a task                        thread: leave the pool
     *     are there fewer threads than may be?        is a task in the queue?
     */
    static final long IDLE_SECONDS = 10;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    Pool(int threads, BlockingQueue<Runnable> queue, ThreadFactory factory, RejectedExecutionHandler refusal) {
        super(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, queue, refusal);
        setThreadFactory(worker -> factory.newThread(() -> runAndReplace(worker, this)));
        allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        StackRoom.claim(StackRoom.EXECUTOR); // else an overflow could leave the lock of the queue locked
        super.execute(task);
        if (!getQueue().isEmpty()) {
            prestartCoreThread(); // does nothing if there are enough
        }
    }

    /**
     * Runs a thread's work for its pool. If the heap is full, a thread of a ThreadPoolExecutor ends while it waits for
     * a task, and there is no room for its successor. Then the tasks in the queue would wait until somebody adds
     * another one. So the thread stays until it has a successor (law S4).
     */
    static void runAndReplace(Runnable work, ThreadPoolExecutor pool) {
        try {
            work.run();
        } finally {
            boolean replaced = false;
            while (!replaced) {
                try {
                    if (!pool.getQueue().isEmpty()) {
                        pool.prestartCoreThread();
                    }
                    replaced = true;
                } catch (Throwable e) {
                    waitForRoom();
                }
            }
        }
    }

    /** Waits a little while the heap is full. */
    static void waitForRoom() {
        LockSupport.parkNanos(AGAIN_NANOS);
    }
}
