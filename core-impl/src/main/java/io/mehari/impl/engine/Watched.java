package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** A step with events or tracing. Only routes with one of these contain any. */
public final class Watched extends Step {
    /*
     * The step is a code of its own, so failures are set on the exchange and do not throw past this class. The state of
     * a suspended step is the time at which it began.
     */
    /** What to do at each step. */
    public record WatchOptions(Watchers watchers, boolean history, boolean tracing) {
        public boolean areNone() {
            return !watchers.areOfSends() && !history && !tracing;
        }
    }

    private final RouteCode step;
    private final Watchers watchers;
    private final System.@Nullable Logger trace; // null if there is no tracing
    private final String routeId;
    private final String node;
    private final @Nullable Endpoint endpoint;

    private Watched(int context, Step step, WatchOptions watch, String routeId, String node) {
        this.step = RouteCode.of(context, step);
        this.watchers = watch.watchers;
        this.trace = watch.tracing ? System.getLogger("io.mehari.trace") : null;
        this.routeId = routeId;
        this.node = node;
        this.endpoint = step.endpoint();
    }

    /**
     * The step with what the options ask for; the step itself if that is nothing.
     *
     * @param context the number of the context
     */
    public static Step of(int context, Step step, WatchOptions watch, String routeId, String node) {
        boolean sends = step.endpoint() != null && watch.watchers.areOfSends();
        return sends || watch.tracing ? new Watched(context, step, watch, routeId, node) : step;
    }

    @Override
    public int run(AbstractExchange exchange) {
        if (trace != null) {
            trace(trace, exchange, "");
        }
        long begin = endpoint == null ? 0 : watchers.sending(exchange, endpoint);
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

    private int ended(AbstractExchange exchange, long begin) {
        if (endpoint != null) {
            watchers.sent(exchange, endpoint, begin);
        }
        if (trace != null) {
            Exception failure = exchange.getException();
            if (failure != null) {
                trace(trace, exchange, " failed: " + SafeText.of(failure, 1000));
            }
        }
        return next;
    }

    @Override
    public void markLast() {
        step.step(0).markLast();
    }

    private void trace(System.Logger to, Exchange exchange, String what) {
        if (Log.isOn(to, System.Logger.Level.INFO)) {
            Object body = exchange.getBody();
            Log.write(
                    to,
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
