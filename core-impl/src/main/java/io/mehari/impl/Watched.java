package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.MessageHistory;
import org.jspecify.annotations.Nullable;

/** A step around which something is told, kept or logged: only in routes for which that was asked. */
final class Watched extends Step {
    /*
     * The step is a code of its own, so its failures are set on the exchange and come out here: the end is told whatever
     * happens. A step that suspends leaves the time at which it began.
     */
    private static final System.Logger TRACE = System.getLogger("io.mehari.trace");

    /** What is asked for. */
    record Wishes(Watchers watchers, boolean history, boolean tracing) {
        boolean areNone() {
            return !watchers.areNotifiers() && !history && !tracing;
        }
    }

    private final RouteCode step;
    private final Wishes wishes;
    private final String routeId;
    private final String node;
    private final @Nullable Endpoint endpoint;

    Watched(Step step, Wishes wishes, String routeId, String node) {
        this.step = RouteCode.of(step);
        this.wishes = wishes;
        this.routeId = routeId;
        this.node = node;
        this.endpoint = step.endpoint();
    }

    @Override
    int run(DefaultExchange exchange) {
        if (wishes.tracing) {
            trace(exchange, "");
        }
        if (endpoint != null) {
            wishes.watchers.sending(exchange, endpoint);
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
    int resume(DefaultExchange exchange, @Nullable Object begin) {
        return ended(exchange, begin == null ? 0 : (Long) begin);
    }

    private int ended(DefaultExchange exchange, long begin) {
        long nanos = System.nanoTime() - begin;
        if (endpoint != null) {
            wishes.watchers.sent(exchange, endpoint, nanos);
        }
        if (wishes.history) {
            History.of(exchange).record(new MessageHistory(routeId, node, nanos));
        }
        Exception failure = exchange.getException();
        if (wishes.tracing && failure != null) {
            trace(exchange, " failed: " + failure);
        }
        return next;
    }

    @Override
    void markLast() {
        if (!wishes.watchers.areNotifiers()) { // they are to be told of the end, and see the exchange then
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
    Endpoint endpoint() {
        return endpoint;
    }
}
