package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.AggregationRepository;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How messages are gathered: what {@link AggregateDefinition} was told.
 *
 * @param parallel whether groups that are complete run on the executor, or else on the context's shared pool
 */
public record AggregateSettings(
        Expression key,
        AggregationStrategy strategy,
        Completion completion,
        Groups groups,
        boolean parallel,
        @Nullable Executor executor,
        @Nullable AggregationRepository repository) {

    /** When a group is complete; 0 for a number that was not set. */
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
     * What groups there may be, and what becomes of some.
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
