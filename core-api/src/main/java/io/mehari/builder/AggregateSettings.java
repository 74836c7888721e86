package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.processor.aggregate.AggregateController;
import io.mehari.processor.aggregate.OptimisticLockRetryPolicy;
import io.mehari.spi.AggregationRepository;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an aggregator, as made by {@link AggregateDefinition}.
 *
 * @param parallel whether complete groups run on the executor, or on the context's shared pool if there is none
 * @param store null if open groups are in memory
 */
public record AggregateSettings(
        Expression key,
        AggregationStrategy strategy,
        Completion completion,
        Groups groups,
        boolean parallel,
        @Nullable Executor executor,
        @Nullable Store store,
        @Nullable AggregateController controller) {

    /**
     * Where open groups are, if not in memory.
     *
     * @param optimistic whether each change is a compare-and-set
     * @param retry null if a change that another aggregator has prevented is repeated at once
     * @param retryOnThread whether the thread of the message waits meanwhile
     */
    public record Store(
            AggregationRepository repository,
            boolean optimistic,
            @Nullable OptimisticLockRetryPolicy retry,
            boolean retryOnThread) {}

    /**
     * The same with this strategy, which is also the completion predicate if it can be one and there is no other.
     *
     * @throws IllegalArgumentException if a group would never be complete
     */
    public AggregateSettings withStrategy(AggregationStrategy strategy) {
        Completion when = completion.predicate() == null && strategy instanceof Predicate own
                ? completion.withPredicate(own)
                : completion;
        if (when.isEmpty() && !strategy.canPreComplete()) {
            throw new IllegalArgumentException("aggregate(...) has no completion condition: set one of"
                    + " completionSize, completionPredicate, completionTimeout, completionInterval,"
                    + " completionFromBatchConsumer and completionOnNewCorrelationGroup");
        }
        return new AggregateSettings(key, strategy, when, groups, parallel, executor, store, controller);
    }

    /** The same settings with another executor. */
    public AggregateSettings with(@Nullable Executor other) {
        return new AggregateSettings(key, strategy, completion, groups, parallel, other, store, controller);
    }

    /** The completion conditions; 0 for a number that was not set. */
    public record Completion(
            int size,
            @Nullable Expression sizeOf,
            @Nullable Expression timeout,
            long interval,
            @Nullable Predicate predicate,
            boolean eager,
            boolean batch,
            boolean newGroup,
            boolean stop) {
        Completion withPredicate(Predicate own) {
            return new Completion(size, sizeOf, timeout, interval, own, eager, batch, newGroup, stop);
        }

        boolean isEmpty() {
            return size == 0
                    && sizeOf == null
                    && timeout == null
                    && interval == 0
                    && predicate == null
                    && !batch
                    && !newGroup;
        }
    }

    /**
     * Limits and options of groups.
     *
     * @param closedKeys how many keys of complete groups are remembered and refused
     */
    public record Groups(
            int maximum,
            int closedKeys,
            boolean ignoreInvalidKeys,
            boolean discardOnTimeout,
            boolean discardOnFailure) {}
}
