package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.TooManyNestedCallsException;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Flags;
import org.jspecify.annotations.Nullable;

/** A call by {@code direct:}: runs the steps of another route. */
public final class Direct extends Step {
    private final DirectEndpoint endpoint;
    private final int caller;

    /**
     * @param caller the number of the route that contains this step
     */
    public Direct(DirectEndpoint endpoint, int caller) {
        this.endpoint = endpoint;
        this.caller = caller;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        RouteEntry entry = endpoint.runningTarget();
        if (entry != null) {
            return call(entry, exchange);
        }
        if (endpoint.mustNotBlock()) {
            Waits.Wait wait = endpoint.newWait(exchange);
            wait.set(suspend(exchange, wait));
            endpoint.resumeLater(wait);
            return SUSPENDED;
        }
        return callIfThere(endpoint.target(exchange), exchange);
    }

    private int callIfThere(@Nullable RouteEntry entry, AbstractExchange exchange) {
        return entry == null ? next : call(entry, exchange);
    }

    private int call(RouteEntry entry, AbstractExchange exchange) {
        if (!exchange.enterCall(entry.number())) {
            throw new TooManyNestedCallsException("More than " + Flags.CALLS / Flags.CALL + " calls are nested at "
                    + endpoint + ": if a route calls itself without end, put a queue in between, such as seda:");
        }
        boolean done = true;
        try {
            done = entry.code().run(exchange, 0);
        } finally {
            if (done) {
                exchange.leaveCall(caller);
            }
        }
        return done ? next : suspended(exchange, null);
    }

    /**
     * A suspended call still counts as nested. Otherwise a route could call itself without limit, and resuming all its
     * calls would overflow the stack.
     */
    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        if (state instanceof Waits.Wait wait) { // for a route to start
            return callIfThere(endpoint.targetAfter(wait, exchange), exchange);
        }
        exchange.leaveCall(caller);
        return next;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }
}
