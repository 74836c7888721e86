package io.mehari.impl;

import io.mehari.AsyncCallback;
import org.jspecify.annotations.Nullable;

/** A route, or a block of one that is run over and over, as it runs: a flat array of steps. */
final class RouteCode {
    /*
     * run() is the one hot loop of the engine. A step says by its return value where to go on; choice, filter and doTry
     * are jumps within the array, as in compiled code, so that they cost nothing by themselves. A failure unwinds
     * nothing: the handler table says where to go on from the position that failed.
     *
     * A step that suspends has stored in the exchange's continuation where it stood, before it gave the exchange away.
     * Each caller up the Java stack adds its own position while it returns; see Continuation for how that is safe
     * although the exchange may be resumed meanwhile.
     */
    private final Step[] steps;
    private final FailureHandlers handlers;

    RouteCode(Step[] steps, FailureHandlers handlers) {
        this.steps = steps;
        this.handlers = handlers;
        for (int i = 0; i < steps.length; i++) {
            steps[i].placeAt(this, i);
        }
    }

    /**
     * Runs all of it, at the base of a stack.
     *
     * @return whether it is done; if not, the callback will be called, on whichever thread ends it
     */
    boolean start(DefaultExchange exchange, AsyncCallback callback) {
        return run(exchange, 0) || exchange.continuation().leave(callback);
    }

    /** Runs from a position to the end; false when suspended before that. */
    @SuppressWarnings("CatchingUnchecked") // whatever a step throws goes to the error handler
    boolean run(DefaultExchange exchange, int from) {
        Step[] all = steps;
        int at = from;
        while (at < all.length) {
            int next;
            try {
                next = all[at].run(exchange);
            } catch (Throwable e) {
                exchange.setException(e);
                next = all[at].next;
            }
            if (next < 0) {
                return false;
            }
            at = exchange.isTroubled() ? handlers.next(exchange, at, next) : next;
        }
        return true;
    }

    /** Goes on with a step that was suspended. */
    @SuppressWarnings("CatchingUnchecked")
    boolean resume(DefaultExchange exchange, int at, @Nullable Object state) {
        int next;
        try {
            next = steps[at].resume(exchange, state);
        } catch (Throwable e) {
            exchange.setException(e);
            next = steps[at].next;
        }
        if (next < 0) {
            return false;
        }
        return run(exchange, exchange.isTroubled() ? handlers.next(exchange, at, next) : next);
    }
}
