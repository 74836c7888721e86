package io.mehari.builder.model;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.AggregateDefinition;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an aggregator, as made by {@link AggregateDefinition}.
 *
 * @param parallel whether complete groups run on the executor, or on the context's shared pool if there is none
 */
public record AggregateSettings(
        Expression key,
        AggregationStrategy strategy,
        Completion completion,
        int maximumGroups,
        boolean ignoreInvalidKeys,
        boolean parallel,
        @Nullable Executor executor) {

    /**
     * The same with this executor, and with this strategy, which is also the completion predicate if it can be one
     * and there is no other.
     *
     * @throws IllegalArgumentException if a group would never be complete
     */
    public AggregateSettings with(AggregationStrategy strategy, @Nullable Executor executor) {
        Completion when = completion;
        if (when.predicate == null && strategy instanceof Predicate own) {
            when = new Completion(when.size, when.sizeOf, when.timeout, when.interval, own, when.eager, when.stop);
        }
        if (when.isEmpty()) {
            throw new IllegalArgumentException("aggregate(...) has no completion condition: set one of"
                    + " completionSize, completionPredicate, completionTimeout and completionInterval");
        }
        return new AggregateSettings(key, strategy, when, maximumGroups, ignoreInvalidKeys, parallel, executor);
    }

    /** The completion conditions; 0 for a number that was not set. */
    public record Completion(
            int size,
            @Nullable Expression sizeOf,
            @Nullable Expression timeout,
            long interval,
            @Nullable Predicate predicate,
            boolean eager,
            boolean stop) {

        boolean isEmpty() {
            return size == 0 && sizeOf == null && timeout == null && interval == 0 && predicate == null;
        }
    }
}
