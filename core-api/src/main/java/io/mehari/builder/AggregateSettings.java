package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.AggregationRepository;
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
        Groups groups,
        boolean parallel,
        @Nullable Executor executor,
        @Nullable AggregationRepository repository) {

    /** The same settings with another executor. */
    public AggregateSettings with(@Nullable Executor other) {
        return new AggregateSettings(key, strategy, completion, groups, parallel, other, repository);
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
