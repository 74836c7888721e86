package io.mehari.impl.pattern;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.exchange.Exchanges;
import org.jspecify.annotations.Nullable;

/**
 * How the results of child exchanges are merged.
 *
 * @param strategy null if the parent continues unchanged
 * @param failuresCount whether the parent fails if a child fails; else the strategy decides
 * @param shareUnitOfWork whether the parent fails if a child fails, even if a called route has handled that failure
 * @param onPrepare called with each child before it runs
 */
public record FanRules(
        @Nullable AggregationStrategy strategy,
        boolean failuresCount,
        boolean stopOnException,
        boolean shareUnitOfWork,
        @Nullable Processor onPrepare,
        Exchanges exchanges,
        RouteLife route) {

    /**
     * The default for multicast and recipient list. The last child is the result, with two exceptions: a child whose
     * failure an error handler has handled is kept if the next one does not fail, and a child that is marked for
     * rollback if the next one is not.
     */
    public static final AggregationStrategy LAST_WINS = (old, next) ->
            old != null && ((isHandled(old) && !next.isFailed()) || asksForRollback(old, next)) ? old : next;

    /**
     * For a parent that continues unchanged, except that it takes over {@code EXCEPTION_CAUGHT}: keeps the last child
     * that has this property.
     */
    public static final AggregationStrategy ORIGINAL = FanRules::lastCaught;

    @SuppressWarnings("NullAway") // while no child has it, the result is null
    private static Exchange lastCaught(@Nullable Exchange old, Exchange next) {
        return next.getProperty(Exchange.EXCEPTION_CAUGHT) == null ? old : next;
    }

    private static boolean asksForRollback(Exchange old, Exchange next) {
        return !old.isFailed() && old.isRollbackOnly() && !next.isRollbackOnly();
    }

    static boolean isHandled(Exchange child) {
        return Boolean.TRUE.equals(child.getExchangeExtension().getErrorHandlerHandled());
    }
}
