package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/** A step that is recorded in the message history. Only routes with a history contain any. */
public final class Recorded extends Step {
    /*
     * A step begins when the one before it has ended: only the loop of the route runs in between. So if the latest
     * entry of the history is the step before, its end is the beginning of this one, and the clock is read once for a
     * step and not twice. After a failure the clock is read again, because of what an error handler may have done.
     *
     * The step is a code of its own, so failures are set on the exchange and do not throw past this class. The state of
     * a suspended step is the time at which it began.
     */
    private static final long UNKNOWN = 0;

    private final RouteCode step;
    private final @Nullable Recorded before;
    final String routeId;
    final String node;
    private final @Nullable Endpoint endpoint;

    /**
     * @param context the number of the context
     * @param before the step that always runs directly before this one, unless a failure or a jump leads here; null if
     *     there is none
     */
    public Recorded(int context, Step step, @Nullable Recorded before, String routeId, String node) {
        this.step = RouteCode.of(context, step);
        this.before = before;
        this.routeId = routeId;
        this.node = node;
        this.endpoint = step.endpoint();
    }

    @Override
    public int run(AbstractExchange exchange) {
        long begin = begin(exchange);
        int result = step.execute(exchange, 0);
        if (result == GONE) {
            return GONE;
        }
        return result == SUSPENDED ? suspended(exchange, begin) : ended(exchange, begin);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object begin) {
        return ended(exchange, begin == null ? 0 : (Long) begin);
    }

    private long begin(AbstractExchange exchange) {
        if (before != null) {
            History history = History.of(exchange);
            if (history != null && history.isLatest(before) && history.end() != UNKNOWN) {
                return history.end();
            }
        }
        return Threading.nanoTime();
    }

    private int ended(AbstractExchange exchange, long begin) {
        long now = Threading.nanoTime();
        History.add(exchange, this, now - begin, exchange.isTroubled() ? UNKNOWN : now);
        return next;
    }

    @Override
    public void markLast() {
        step.step(0).markLast();
    }

    @Override
    @Nullable
    public Endpoint endpoint() {
        return endpoint;
    }
}
