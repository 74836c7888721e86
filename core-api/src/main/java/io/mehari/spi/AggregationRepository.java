package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Stores the open groups of an aggregator outside of memory: one aggregate for each correlation key. Several
 * aggregators may share a repository. Each change is a compare-and-set: it names the state that it replaces, and has no
 * effect if another aggregator has changed that state.
 *
 * <p>An aggregator calls one method at a time for the same key, but several at once for different keys. An exchange
 * that is stored belongs to the repository and is never pooled. The size of the group is its property {@link
 * Exchange#AGGREGATED_SIZE}.
 */
public interface AggregationRepository {
    /** The aggregate of an open group; null if there is none. The caller does not change it, but a copy. */
    @Nullable
    Exchange get(RoutingContext context, Object key);

    /**
     * Replaces the aggregate of a group.
     *
     * @param former what {@link #get} returned
     * @return false if the stored aggregate is no longer {@code former}; then nothing has changed
     */
    boolean replace(Object key, @Nullable Exchange former, Exchange aggregate);

    /** Removes a group; false if the stored aggregate is no longer {@code former}. */
    boolean remove(Object key, Exchange former);

    /** A snapshot of the keys of all open groups. */
    Collection<Object> keys();
}
