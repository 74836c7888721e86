package io.mehari.processor.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the message that was split or multicast, unchanged; in an aggregator, the first message of the group. If a part
 * has failed, the result has that failure, unless this is turned off.
 */
public final class UseOriginalAggregationStrategy implements AggregationStrategy {
    private final boolean propagateException;

    public UseOriginalAggregationStrategy() {
        this(true);
    }

    /** @param propagateException whether the whole fails if a part has failed */
    public UseOriginalAggregationStrategy(boolean propagateException) {
        this.propagateException = propagateException;
    }

    /** Whether the whole fails if a part has failed. */
    public boolean isPropagateException() {
        return propagateException;
    }

    @Override
    public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
        if (oldExchange == null) {
            return newExchange;
        }
        if (newExchange == null || !propagateException) {
            return oldExchange;
        }
        Object caught = newExchange.getProperty(Exchange.EXCEPTION_CAUGHT);
        if (caught != null) {
            oldExchange.setProperty(Exchange.EXCEPTION_CAUGHT, caught);
        }
        return Gathering.failedLike(newExchange, oldExchange);
    }

    @Override
    public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange, @Nullable Exchange inputExchange) {
        if (oldExchange == null && inputExchange != null) {
            newExchange.copyFrom(inputExchange);
        }
        return aggregate(oldExchange, newExchange);
    }
}
