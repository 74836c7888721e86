package io.mehari.spi;

import io.mehari.Service;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Creates threads and pools. All threads are daemons, named after their purpose, made when they are needed, and ended
 * when the context has stopped. Thread-safe.
 */
public abstract class ThreadPools implements Service {

    protected ThreadPools() {}

    public abstract boolean isVirtualThreads();

    /**
     * Makes pools that are created from now on use virtual threads. Call it before the context starts.
     *
     * @throws UnsupportedOperationException if this JDK has no virtual threads
     */
    public abstract void setVirtualThreads(boolean virtualThreads);

    /**
     * A new thread with this name, not started yet. It inherits nothing from the calling thread. The caller ends it.
     */
    public abstract Thread newThread(String name, Runnable task);

    /**
     * A virtual thread of that name, not started yet.
     *
     * @throws UnsupportedOperationException when this JDK has none
     */
    public Thread newVirtualThread(String name, Runnable task) {
        throw new UnsupportedOperationException(getClass().getName() + " makes no virtual threads");
    }

    /**
     * The pool for tasks that have no pool of their own. It is bounded and rejects no task: if it is full, or the
     * context has stopped, the calling thread runs the task.
     *
     * <p>It starts with 20 threads, which run steps of routes. If all of them are blocked, it grows by 20 threads each
     * tenth of a second, up to 200. If 200 threads are blocked at the same time, everything else waits: delays,
     * redeliveries, replies, timeouts of requests and timers. So put steps that block after {@code threads(n)} or into
     * a route with a queue of its own. Or use virtual threads: then the pool has 1,000 to 10,000 threads.
     *
     * <p>In pools of your own, messages continue here after a delay or a reply. So take each task, and run it on
     * another thread: the calling one may be the timer's. And let no step block these threads, in a full queue for
     * example: they are not known as shared.
     */
    public abstract Executor shared();

    /**
     * A bounded pool for one purpose. The caller shuts it down; otherwise the context does so when it stops.
     *
     * @param maxQueued how many tasks may wait; further ones are rejected with a {@link
     *     java.util.concurrent.RejectedExecutionException}
     */
    public abstract ExecutorService newPool(String name, int threads, int maxQueued);

    /**
     * A pool for tasks with a delay. The caller shuts it down; otherwise the context does so when it stops. Tasks that
     * still wait then are dropped.
     */
    public ScheduledExecutorService newScheduledPool(String name, int threads) {
        throw new UnsupportedOperationException(getClass().getName() + " makes no pools for tasks with a delay");
    }

    /**
     * Runs a task after a delay, or earlier if the context stops. One timer thread serves all routes. So the task must
     * be short and must not run user code; it passes user code to a pool.
     */
    public abstract Delayed schedule(Runnable task, long delay, TimeUnit unit);

    /** {@link #schedule(Runnable, long, TimeUnit)} in milliseconds. */
    public final Delayed schedule(Runnable task, long delayMillis) {
        return schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    }

    /** A scheduled task. */
    public interface Delayed {
        /** Cancels the task; false if it has started already. */
        boolean cancel();
    }
}
