package io.mehari.impl.observe;

import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/** A step that is recorded in the message history. Only routes with a history contain any. */
public final class HistoryStep extends ObservedStep {
    /*
     * A step begins when the one before it has ended: only the loop of the route runs in between. So if the latest
     * entry of the history is the step before, its end is the beginning of this one, and the clock is read once for a
     * step and not twice. After a failure the clock is read again, because of what an error handler may have done.
     */
    private static final long UNKNOWN = 0;

    private final @Nullable HistoryStep before;

    /**
     * @param step a code with only this step
     * @param before the step that always runs directly before this one, unless a failure or a jump leads here; null if
     *     there is none
     */
    public HistoryStep(RouteCode step, @Nullable HistoryStep before, String routeId, String node) {
        super(step, routeId, node);
        this.before = before;
    }

    @Override
    long begin(AbstractExchange exchange) {
        if (before != null) {
            History history = History.of(exchange);
            if (history != null && history.isLatest(before) && history.end() != UNKNOWN) {
                return history.end();
            }
        }
        return Threading.nanoTime();
    }

    @Override
    void ended(AbstractExchange exchange, long begin) {
        long now = Threading.nanoTime();
        History.add(exchange, this, now - begin, exchange.isTroubled() ? UNKNOWN : now);
    }
}
