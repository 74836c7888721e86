package io.mehari.builder;

import io.mehari.builder.model.Node;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What may run on an executor of the user. */
abstract class ExecutorDefinition<T extends ProcessorDefinition<T>> extends ProcessorDefinition<T> {
    @Nullable
    Executor executor;

    boolean parallel;

    ExecutorDefinition(ProcessorDefinition<?> parent, boolean block) {
        super(parent, block);
    }

    /**
     * Uses this executor, which the caller must shut down, instead of a pool of the context; a split, multicast,
     * recipient list or aggregator then works in parallel.
     *
     * <p>If it accepts a task and never runs it ({@code DiscardPolicy}, {@code shutdownNow()}), the message stays in
     * flight. A message that it rejects is not lost: after {@code delay} and {@code throttle}, it continues where it
     * is; for {@code threads}, the {@code rejectedPolicy} decides; a wire tap is sent by the thread of the original
     * message; a part is submitted again when another part has finished, or fails the original message if none runs; a
     * complete group runs on the context's shared pool.
     */
    public final T executorService(Executor executor) {
        this.executor = given(executor, "executorService", "executor", Arguments.EXECUTOR);
        parallel = true;
        return self();
    }

    /** Like {@link #executorService(Executor)}, with its name in the registry. */
    public final T executorService(String name) {
        return executorService(
                new Node.PoolName(text(Arguments.check(name, "executorService", "name", Arguments.POOL))));
    }
}
