package io.mehari.spi;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * A repository that several aggregators share, for use with {@code optimisticLocking()}. Each change is a
 * compare-and-set: it names the state that it replaces. If another aggregator has changed that state, nothing is
 * changed, and an {@link OptimisticLockingException} is thrown.
 */
public interface OptimisticLockingAggregationRepository extends AggregationRepository {
    /**
     * Replaces the aggregate of a group, and returns the former one.
     *
     * @param former what {@link #get} returned
     * @throws OptimisticLockingException if the stored aggregate is no longer {@code former}
     */
    @Nullable
    Exchange add(RoutingContext context, String key, @Nullable Exchange former, Exchange aggregate);

    /**
     * {@inheritDoc}
     *
     * @throws OptimisticLockingException if the stored aggregate is no longer {@code former}
     */
    @Override
    void remove(RoutingContext context, String key, Exchange former);

    /** Another aggregator has changed a group. The caller reads the group again, and repeats its change. */
    class OptimisticLockingException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OptimisticLockingException() {}
    }
}
