package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Where an aggregator keeps its open groups, if not in memory: one aggregate for each key. Several aggregators may share
 * one; each change says what it is to replace, and is refused when another one was faster.
 *
 * <p>For one key an aggregator calls one method at a time, for several keys several. What is put in belongs to the
 * repository, and comes from no pool. The size of the group is its property {@link Exchange#AGGREGATED_SIZE}.
 */
public interface AggregationRepository {
    /** The aggregate of an open group, which the caller copies before anything is changed; null when there is none. */
    @Nullable
    Exchange get(RoutingContext context, Object key);

    /**
     * Keeps an aggregate instead of another one.
     *
     * @param former what {@link #get} returned
     * @return false, and nothing is changed, when that is not what is kept now
     */
    boolean replace(Object key, @Nullable Exchange former, Exchange aggregate);

    /** Removes a group, under the same condition. */
    boolean remove(Object key, Exchange former);

    /** The keys of all open groups. A snapshot. */
    Collection<Object> keys();
}
