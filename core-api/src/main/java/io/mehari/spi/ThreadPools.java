package io.mehari.spi;

import io.mehari.Service;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/**
 * Where threads come from. All are daemons, named after what they serve, and gone when the context has stopped. None
 * exists before it is needed.
 */
public abstract class ThreadPools implements Service {

    protected ThreadPools() {}

    /** Whether new threads are virtual ones. */
    public abstract boolean isVirtualThreads();

    /**
     * Makes the threads of pools that are made from now on virtual. Set it before the context starts.
     *
     * @throws UnsupportedOperationException when this JDK has none
     */
    public abstract void setVirtualThreads(boolean virtualThreads);

    /** A thread of that name, not started yet, that inherits nothing of the caller's. Its maker ends it. */
    public abstract Thread newThread(String name, Runnable task);

    /**
     * The pool for work that has no pool of its own. It is bounded: when it is full, or the context has stopped, whoever
     * hands it work does the work himself. Nothing is ever refused.
     */
    public abstract Executor shared();

    /**
     * A bounded pool for one purpose, ended by its maker or, at the latest, by the context.
     *
     * @param maxQueued how many tasks may wait; further ones are refused with a {@link
     *     java.util.concurrent.RejectedExecutionException}
     */
    public abstract ExecutorService newPool(String name, int threads, int maxQueued);

    /**
     * Runs a task after a delay, or when the context stops if that is earlier. The one thread of this timer serves
     * everybody: the task must be short and must not run what a user wrote; it hands that to a pool.
     */
    public abstract Delayed schedule(Runnable task, long delayMillis);

    /** A task that waits for its time. */
    public interface Delayed {
        /** Forgets it; false when it has begun already. */
        boolean cancel();
    }
}
