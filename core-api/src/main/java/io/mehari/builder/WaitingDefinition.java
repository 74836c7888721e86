package io.mehari.builder;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/** A step at which messages wait, and after which they continue on the shared pool or on an executor. */
abstract class WaitingDefinition<T extends WaitingDefinition<T>> extends StepDefinition<T> {
    private @Nullable Executor executor;
    private boolean callerRuns = true;

    WaitingDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** Continues after this step on this executor, which the caller must shut down. No thread of it waits. */
    public final T executorService(ExecutorService executor) {
        Given.check(executor, "executorService", "executor", Given.EXECUTOR);
        this.executor = executor;
        return self();
    }

    /** Continues on the executor with this name in the registry, or on a pool of the profile with this id. */
    public final T executorService(String name) {
        Given.check(name, "executorService", "name", Given.POOL);
        executor = new Node.PoolName(name);
        return self();
    }

    /**
     * Whether a message that the {@code executorService} rejects continues on a thread of the shared pool, which is the
     * default. With false it fails.
     */
    public final T callerRunsWhenRejected(boolean callerRuns) {
        this.callerRuns = callerRuns;
        return self();
    }

    @Override
    final void closeInto(ProcessorDefinition<?> parent) {
        if (executor != null) {
            steps().add(0, new Node.Threads(executor, 1, 0, 0, "Threads", callerRuns));
        }
        super.closeInto(parent);
    }
}
