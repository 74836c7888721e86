package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** A step with events or tracing. Only routes with one of these contain any. */
public final class Watched extends Step {
    /*
     * The step is a code of its own, so failures are set on the exchange and do not throw past this class. The state of
     * a suspended step is the time at which it began.
     */
    private static final class Trace { // loaded only if there is tracing
        static final System.Logger LOGGER = System.getLogger("io.mehari.trace");
    }

    /** What to do at each step. */
    public record WatchOptions(Watchers watchers, boolean history, boolean tracing) {
        public boolean areNone() {
            return !watchers.areOfSends() && !history && !tracing;
        }
    }

    private final RouteCode step;
    private final Watchers watchers;
    private final boolean tracing;
    private final String routeId;
    private final String node;
    private final @Nullable Endpoint endpoint;

    private Watched(int context, Step step, WatchOptions watch, String routeId, String node) {
        this.step = RouteCode.of(context, step);
        this.watchers = watch.watchers;
        this.tracing = watch.tracing;
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
        if (tracing) {
            trace(exchange, "");
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
        if (tracing) {
            Exception failure = exchange.getException();
            if (failure != null) {
                trace(exchange, " failed: " + SafeText.of(failure, 1000));
            }
        }
        return next;
    }

    @Override
    public void markLast() {
        step.step(0).markLast();
    }

    private void trace(Exchange exchange, String what) {
        if (Trace.LOGGER.isLoggable(System.Logger.Level.INFO)) {
            Object body = exchange.getBody();
            Trace.LOGGER.log(
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
