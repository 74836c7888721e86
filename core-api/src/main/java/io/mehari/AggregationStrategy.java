package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Merges several exchanges into one. It is called once for each exchange, and never by two threads at once for one
 * group. But one instance serves all groups at once, so it must be thread-safe and keep no state of a group in fields.
 */
@FunctionalInterface
public interface AggregationStrategy {
    /**
     * Merges the next exchange into the aggregate.
     *
     * @param oldExchange the aggregate so far; null for the first exchange
     * @param newExchange the next exchange; after this call it may be read only if it is also the return value
     * @return the new aggregate: one of the two exchanges
     */
    Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange);

    /**
     * Merges as {@link #aggregate(Exchange, Exchange)} does, and also gets the exchange that was split or multicast. In
     * an aggregator, {@code inputExchange} is null. With {@code enrich}, {@code inputExchange} and {@code oldExchange}
     * are both the message that is enriched.
     */
    default Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange, @Nullable Exchange inputExchange) {
        return aggregate(oldExchange, newExchange);
    }

    /** Called when a group is complete, before the route continues with the result. */
    default void onCompletion(@Nullable Exchange exchange, @Nullable Exchange inputExchange) {
        onCompletion(exchange);
    }

    /** Like {@link #onCompletion(Exchange, Exchange)}, without the exchange that was split or multicast. */
    default void onCompletion(@Nullable Exchange exchange) {}

    /**
     * Called for each part that did not finish within the timeout.
     *
     * @param exchange the aggregate so far; the exchange that was split or multicast if no part has finished
     * @param total the number of parts; -1 if it is not known
     */
    default void timeout(Exchange exchange, int index, int total, long timeout) {}
}
