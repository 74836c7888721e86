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

    /**
     * Same as {@link #UseOriginalAggregationStrategy(boolean)}.
     *
     * @param original null: the message that the step got, which is another one each time
     * @throws IllegalArgumentException if an exchange is given, because several messages would share it
     */
    public UseOriginalAggregationStrategy(@Nullable Exchange original, boolean propagateException) {
        this(propagateException);
        if (original != null) {
            throw new IllegalArgumentException("UseOriginalAggregationStrategy(original): several messages would share "
                    + original + "; give null, and the original is the message that the step got");
        }
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
        return Merge.isMissing(newExchange) || !propagateException
                ? oldExchange
                : Merge.failedLike(newExchange, oldExchange);
    }

    @Override
    public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange, @Nullable Exchange inputExchange) {
        if (oldExchange == null && inputExchange != null) {
            newExchange.copyFrom(inputExchange);
        }
        return aggregate(oldExchange, newExchange);
    }
}
