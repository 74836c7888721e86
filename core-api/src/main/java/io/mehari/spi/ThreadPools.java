package io.mehari.spi;

import io.mehari.Service;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Makes threads and pools. All threads are daemons, named after their purpose, made when they are needed, and ended
 * when the context has stopped. Thread-safe.
 */
public abstract class ThreadPools implements Service {

    protected ThreadPools() {}

    /** Whether new threads are virtual threads. */
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
     * a route with a queue of its own, or use virtual threads, of which there are 1,000 to 10,000.
     */
    public abstract Executor shared();

    /**
     * Resumes a suspended exchange on a thread of the shared pool, and never on the calling thread unless the context
     * has stopped. For threads that must not run user code: the thread of the timer, or one that ends a message of
     * another queue for which a sender waits. The number of tasks is not limited, but each stands for an exchange that
     * exists already.
     */
    public void resume(Runnable suspended) {
        shared().execute(suspended);
    }

    /**
     * Whether the calling thread works for several routes, as those of the timer and of the shared pool do, and those
     * of {@code threads(n)} in a route that other routes call. Such a thread must not wait for room in a queue or for a
     * reply; it suspends the exchange instead.
     */
    public boolean isSharedThread() {
        return false;
    }

    /**
     * Runs the task on the calling thread, which works for several routes meanwhile: {@link #isSharedThread} is true.
     */
    public void runShared(Runnable task) {
        task.run();
    }

    /**
     * A bounded pool for one purpose. The caller shuts it down; the context does so at the latest when it stops.
     *
     * @param maxQueued how many tasks may wait; further ones are rejected with a {@link
     *     java.util.concurrent.RejectedExecutionException}
     */
    public abstract ExecutorService newPool(String name, int threads, int maxQueued);

    /**
     * Runs a task after a delay, or earlier if the context stops before. One timer thread serves all routes, so the
     * task must be short and must not run user code; it passes that to {@link #resume}.
     */
    public abstract Delayed schedule(Runnable task, long delayMillis);

    /** Resumes a suspended exchange after a delay: {@link #schedule}, then {@link #resume}. */
    public final Delayed resumeAfter(Runnable suspended, long delayMillis) {
        return schedule(() -> resume(suspended), delayMillis);
    }

    /** A scheduled task. */
    public interface Delayed {
        /** Cancels the task; false if it has started already. */
        boolean cancel();
    }
}
