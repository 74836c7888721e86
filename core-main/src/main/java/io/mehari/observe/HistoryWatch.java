package io.mehari.observe;

import io.mehari.Exchange;
import io.mehari.impl.observe.StepWatch;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/** Records a step in the message history. */
final class HistoryWatch implements StepWatch {
    /*
     * A step begins when the one before it has ended: only the loop of the route runs in between. So if the latest
     * entry of the history is the step before, its end is the beginning of this one, and the clock is read once for a
     * step and not twice. After a failure the clock is read again, because of what an error handler may have done.
     */
    private static final long UNKNOWN = 0;

    final String routeId;
    final String node;
    private final @Nullable StepWatch before;

    /**
     * @param before the watch of the step that always runs directly before this one, unless a failure or a jump leads
     *     here; null if there is none
     */
    HistoryWatch(String routeId, String node, @Nullable StepWatch before) {
        this.routeId = routeId;
        this.node = node;
        this.before = before;
    }

    @Override
    public long begin(Exchange exchange) {
        if (before != null) {
            History history = History.of(exchange);
            if (history != null && history.isLatest(before) && history.end() != UNKNOWN) {
                return history.end();
            }
        }
        return Threading.nanoTime();
    }

    @Override
    public void ended(Exchange exchange, long begin) {
        long now = Threading.nanoTime();
        History.add(exchange, this, now - begin, exchange.getException() != null ? UNKNOWN : now);
    }
}
