package io.mehari.util.concurrent;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs each task at once, on the thread that gives it, such as for steps with an executor in a test. */
public final class SynchronousExecutorService extends AbstractExecutorService {
    private volatile boolean shutdown;

    public SynchronousExecutorService() {}

    /** @throws RejectedExecutionException after {@link #shutdown()} */
    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("This SynchronousExecutorService was shut down; create another one");
        }
        task.run();
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    /** Same as {@link #shutdown()}: no task waits. */
    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    /** Whether no further task is accepted. A task that still runs does so on the thread that gave it. */
    @Override
    public boolean isTerminated() {
        return shutdown;
    }

    /** Waits for nothing: a thread that runs a task here is not a thread of this executor. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return shutdown;
    }
}
