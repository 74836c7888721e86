package io.mehari.impl.observe;

import io.mehari.Exchange;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A step with events or tracing. Only routes with one of these contain any. */
public final class NotifyingStep extends ObservedStep {
    /** What to do at each step. */
    public record WatchOptions(Watchers watchers, boolean history, boolean tracing) {
        public boolean areNone() {
            return !watchers.areOfSends() && !history && !tracing;
        }
    }

    private final Watchers watchers;
    private final System.@Nullable Logger trace; // null if there is no tracing

    private NotifyingStep(RouteCode step, WatchOptions watch, String routeId, String node) {
        super(step, routeId, node);
        this.watchers = watch.watchers;
        this.trace = watch.tracing ? System.getLogger("io.mehari.trace") : null;
    }

    /**
     * The step with what the options ask for; the step itself if that is nothing.
     *
     * @param codes makes codes of single steps
     */
    public static Step of(Function<Step, RouteCode> codes, Step step, WatchOptions watch, String routeId, String node) {
        boolean sends = step.endpoint() != null && watch.watchers.areOfSends();
        return sends || watch.tracing ? new NotifyingStep(codes.apply(step), watch, routeId, node) : step;
    }

    @Override
    long begin(AbstractExchange exchange) {
        if (trace != null) {
            Object body = exchange.getBody();
            trace(
                    trace,
                    exchange,
                    " body: " + (body == null ? "null" : body.getClass().getTypeName()));
        }
        return endpoint == null ? 0 : watchers.sending(exchange, endpoint);
    }

    @Override
    void ended(AbstractExchange exchange, long begin) {
        if (endpoint != null) {
            watchers.sent(exchange, endpoint, begin);
        }
        Exception failure = trace == null ? null : exchange.getException();
        if (trace != null && failure != null) {
            trace(trace, exchange, " failed: " + SafeText.of(failure, 1000));
        }
    }

    private void trace(System.Logger to, Exchange exchange, String what) {
        if (Log.isOn(to, System.Logger.Level.INFO)) {
            Log.write(to, System.Logger.Level.INFO, routeId + " " + exchange.getExchangeId() + " " + node + what);
        }
    }
}
