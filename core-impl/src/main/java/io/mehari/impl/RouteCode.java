package io.mehari.impl;

import java.util.List;
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

    /** One step alone, whose failures nobody handles. */
    static RouteCode of(Step step) {
        return new RouteCode(new Step[] {step}, new FailureHandlers(List.of(), null));
    }

    Step step(int position) {
        return steps[position];
    }

    /** Runs from a position to the end; false when suspended before that. */
    boolean run(DefaultExchange exchange, int from) {
        return execute(exchange, from) >= 0;
    }

    /** The same for an exchange that may be handed over: a position when done, SUSPENDED or GONE. */
    @SuppressWarnings("CatchingUnchecked") // whatever a step throws goes to the error handler
    int execute(DefaultExchange exchange, int from) {
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
            if (next >= 0 && exchange.isTroubled()) {
                next = handlers.next(this, exchange, at, next);
            }
            if (next < 0) {
                return next;
            }
            at = next;
        }
        return at;
    }

    /** Goes on with a step that was suspended; returns what {@link #execute} does. */
    @SuppressWarnings("CatchingUnchecked")
    int resume(DefaultExchange exchange, int at, @Nullable Object state) {
        int next;
        if (at == ErrorHandler.POSITION) {
            next = handlers.resume(exchange, state);
        } else {
            try {
                next = steps[at].resume(exchange, state);
            } catch (Throwable e) {
                exchange.setException(e);
                next = steps[at].next;
            }
            if (next >= 0 && exchange.isTroubled()) {
                next = handlers.next(this, exchange, at, next);
            }
        }
        return next < 0 ? next : execute(exchange, next);
    }
}
