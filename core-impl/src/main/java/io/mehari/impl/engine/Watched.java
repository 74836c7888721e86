package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** A step with events, message history or tracing. Only routes with one of these contain any. */
public final class Watched extends Step {
    /*
     * The step is a code of its own, so failures are set on the exchange and do not throw past this class. The state of
     * a suspended step is the time at which it began.
     */
    private static final System.Logger TRACE = System.getLogger("io.mehari.trace");

    /** What to do at each step. */
    public record WatchOptions(Watchers watchers, boolean history, boolean tracing) {
        public boolean areNone() {
            return !watchers.areNotifiers() && !history && !tracing;
        }
    }

    private final RouteCode step;
    private final WatchOptions watch;
    private final String routeId;
    private final String node;
    private final @Nullable Endpoint endpoint;

    public Watched(Step step, WatchOptions watch, String routeId, String node) {
        this.step = RouteCode.of(step);
        this.watch = watch;
        this.routeId = routeId;
        this.node = node;
        this.endpoint = step.endpoint();
    }

    @Override
    public int run(AbstractExchange exchange) {
        if (watch.tracing) {
            trace(exchange, "");
        }
        if (endpoint != null) {
            watch.watchers.sending(exchange, endpoint);
        }
        long begin = System.nanoTime();
        int result = step.execute(exchange, 0);
        if (result == GONE) {
            return GONE;
        }
        if (result == SUSPENDED) {
            return suspended(exchange, begin);
        }
        return ended(exchange, begin);
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object begin) {
        return ended(exchange, begin == null ? 0 : (Long) begin);
    }

    private int ended(AbstractExchange exchange, long begin) {
        long nanos = System.nanoTime() - begin;
        if (endpoint != null) {
            watch.watchers.sent(exchange, endpoint, nanos);
        }
        if (watch.history) {
            History.of(exchange).record(new MessageHistory(routeId, node, nanos));
        }
        Exception failure = exchange.getException();
        if (watch.tracing && failure != null) {
            trace(exchange, " failed: " + SafeText.of(failure, 1000));
        }
        return next;
    }

    @Override
    public void markLast() {
        if (!watch.watchers.areNotifiers()) { // notifiers need the exchange after the step
            step.step(0).markLast();
        }
    }

    private void trace(Exchange exchange, String what) {
        if (TRACE.isLoggable(System.Logger.Level.INFO)) {
            Object body = exchange.getBody();
            TRACE.log(
                    System.Logger.Level.INFO,
                    routeId + " " + exchange.getExchangeId() + " " + node
                            + (what.isEmpty()
                                    ? " body: "
                                            + (body == null
                                                    ? "null"
                                                    : body.getClass().getTypeName())
                                    : what));
        }
    }

    @Override
    @Nullable
    public Endpoint endpoint() {
        return endpoint;
    }
}
