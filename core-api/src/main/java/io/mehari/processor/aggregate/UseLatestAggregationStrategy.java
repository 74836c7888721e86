package io.mehari.processor.aggregate;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest message, with two exceptions: a message whose failure an error handler has handled is kept, and so
 * is a message that is marked for rollback if the next one is not. If one of several parts has failed, the result has
 * that failure.
 */
public class UseLatestAggregationStrategy implements AggregationStrategy {

    public UseLatestAggregationStrategy() {}

    @Override
    public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
        if (oldExchange == null) {
            return newExchange;
        }
        return newExchange == null || isEnded(oldExchange, newExchange)
                ? oldExchange
                : Gathering.failedLike(oldExchange, newExchange);
    }

    private static boolean isEnded(Exchange old, Exchange next) {
        return !old.isFailed()
                && ((old.isRollbackOnly() && !next.isRollbackOnly())
                        || Boolean.TRUE.equals(old.getExchangeExtension().getErrorHandlerHandled()));
    }
}
