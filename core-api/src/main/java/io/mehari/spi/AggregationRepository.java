package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.Service;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stores the open groups of an aggregator outside of memory: one aggregate for each correlation key, which is a text.
 * It starts before the route of the aggregator, and stops after it. A repository is for one aggregator at a time:
 * another
 * one that is started later takes over the groups that the first one has left.
 *
 * <p>An aggregator calls one method at a time for the same key, but several at once for different keys. An exchange
 * that is stored belongs to the repository and is never pooled. The size of the group is its property {@link
 * Exchange#AGGREGATED_SIZE}.
 */
public interface AggregationRepository extends Service {
    /** Stores the aggregate of a group instead of the former one, which is returned; null if there was none. */
    @Nullable
    Exchange add(RoutingContext context, String key, Exchange aggregate);

    /** The aggregate of an open group; null if there is none. The caller does not change it, but a copy. */
    @Nullable
    Exchange get(RoutingContext context, String key);

    /**
     * Removes a group, because it is complete.
     *
     * @param former what {@link #get} returned
     */
    void remove(RoutingContext context, String key, Exchange former);

    /** Called when the steps for a complete group have run without a failure, with the id of their exchange. */
    void confirm(RoutingContext context, String exchangeId);

    /** A snapshot of the keys of all open groups. */
    Set<String> getKeys();
}
