package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/**
 * The common settings of split, multicast and recipient list: how several exchanges are made from one, and merged into
 * one again.
 */
abstract class FanDefinition<T extends FanDefinition<T>> extends ExecutorDefinition<T> {
    private @Nullable AggregationStrategy strategy;
    private boolean streaming;
    private boolean stopOnException;
    private boolean shareUnitOfWork;
    private @Nullable Processor onPrepare;
    private long timeoutMillis;
    private int maxInFlight = 32;

    FanDefinition(ProcessorDefinition<?> parent, boolean block) {
        super(parent, block);
    }

    /**
     * Merges the results into one message. Without a strategy, a split continues with the original message, and a
     * multicast or recipient list with the last result; then a failure of any of them fails the whole. With a strategy,
     * the whole fails only if the exchange that the strategy returns last has failed.
     */
    public final T aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = given(strategy, "aggregationStrategy", "strategy", Arguments.STRATEGY);
        return self();
    }

    /**
     * The strategy with this name in the registry: an {@code AggregationStrategy}, or a {@code BiFunction} of two
     * exchanges, whose result is the new body. If there is none, the route is refused.
     */
    public final T aggregationStrategy(String name) {
        Arguments.check(name, "aggregationStrategy", "name", "the name of a strategy in the registry");
        return aggregationStrategy(new Node.NamedStrategy(name));
    }

    /**
     * Takes parts one by one. So a part does not know the number of parts. With parallel processing, results are
     * aggregated in the order in which they finish, instead of the order in which they were started.
     */
    public final T streaming() {
        streaming = true;
        return self();
    }

    /**
     * Stops after the first failure: no further part is read or started, and the whole fails. Parts that already run in
     * parallel are waited for. If an error handler has handled the failure, the message that it left is the result.
     */
    public final T stopOnException() {
        stopOnException = true;
        return self();
    }

    /** If a part fails, the original message fails. */
    public final T shareUnitOfWork() {
        shareUnitOfWork = true;
        return self();
    }

    /**
     * Calls this processor with each part before the part runs, for example to make a deep copy of the body. If it
     * throws, the part fails.
     */
    public final T onPrepare(Processor onPrepare) {
        this.onPrepare = given(onPrepare, "onPrepare", "onPrepare", Arguments.PROCESSOR);
        return self();
    }

    /**
     * Runs several parts at the same time, on the context's shared pool unless {@link #executorService} is set. A part
     * is created when there is room for it; see {@link #maxInFlight}. Meanwhile the original message blocks no thread.
     */
    public final T parallelProcessing() {
        parallel = true;
        return self();
    }

    /** Like {@link #parallelProcessing()}. With false, parts run one after the other. */
    public final T parallelProcessing(boolean parallel) {
        this.parallel = parallel;
        return self();
    }

    /**
     * Continues after this many milliseconds with the parts that have finished; needs {@link #parallelProcessing}. The
     * strategy is called for each missing part. Missing parts continue to run, and their results are ignored.
     */
    public final T timeout(long millis) {
        timeoutMillis = Arguments.atLeast(0, millis, "timeout");
        return self();
    }

    /**
     * The maximum number of parts that are in flight at once with parallel processing, 32 by default. A part is in
     * flight from its creation until it is aggregated.
     */
    public final T maxInFlight(int maxInFlight) {
        this.maxInFlight = (int) Arguments.atLeast(1, maxInFlight, "maxInFlight");
        return self();
    }

    final Node.Fan fan() {
        if (timeoutMillis > 0 && !parallel) {
            throw new IllegalArgumentException("timeout(" + timeoutMillis
                    + ") needs parallelProcessing(): parts that run one after the other cannot be abandoned");
        }
        Node.Parallel together = parallel ? new Node.Parallel(executor, timeoutMillis, maxInFlight) : null;
        return new Node.Fan(strategy, streaming, stopOnException, shareUnitOfWork, onPrepare, together);
    }
}
