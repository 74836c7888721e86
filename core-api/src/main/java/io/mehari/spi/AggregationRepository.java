package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Stores the open groups of an aggregator outside of memory: one aggregate for each correlation key. Several
 * aggregators may share a repository. Each change is a compare-and-set: it names the state that it replaces, and is
 * refused if another aggregator was faster.
 *
 * <p>An aggregator calls one method at a time for the same key, but several at once for different keys. An exchange
 * that is stored belongs to the repository and is never pooled. The size of the group is its property {@link
 * Exchange#AGGREGATED_SIZE}.
 */
public interface AggregationRepository {
    /** The aggregate of an open group, which the caller copies before it changes it; null if there is none. */
    @Nullable
    Exchange get(RoutingContext context, Object key);

    /**
     * Replaces the aggregate of a group.
     *
     * @param former what {@link #get} returned
     * @return false, with no change, if the stored aggregate is another one now
     */
    boolean replace(Object key, @Nullable Exchange former, Exchange aggregate);

    /** Removes a group, on the same condition. */
    boolean remove(Object key, Exchange former);

    /** A snapshot of the keys of all open groups. */
    Collection<Object> keys();
}
