package io.mehari;

import org.jspecify.annotations.Nullable;

/** How several exchanges become one: called once for each, never twice at the same time for one group. */
@FunctionalInterface
public interface AggregationStrategy {
    /**
     * Makes one of two.
     *
     * @param oldExchange what was aggregated so far; null for the first
     * @param newExchange the next one; after this call it may be read only if it is also what is returned
     * @return the aggregate so far: one of the two
     */
    Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange);

    /** The same, told which exchange was split or multicast; null where there is none, as in an aggregator. */
    default Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange, @Nullable Exchange inputExchange) {
        return aggregate(oldExchange, newExchange);
    }

    /** Called when a group is complete, before it goes on. */
    default void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {}

    /** Called when parts are missing because the time was up: {@code total} is -1 when unknown. */
    default void timeout(@Nullable Exchange exchange, int index, int total, long timeout) {}
}
