package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.Endpoint;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Resumable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A compiled route, or a block of one: a flat array of steps. */
public class RouteCode extends Resumable {
    /*
     * execute() is the hot loop of the engine. A step returns the position of the next step. Choice, filter and doTry
     * are jumps within the array, as in compiled code, so they cost nothing by themselves. A failure does not unwind
     * the stack: a table of handlers gives the position where to continue. An exception that is thrown while a failure
     * is handled ends the code as an unhandled failure: execute() and resume() never throw.
     *
     * A step that suspends stores its position in the continuation of the exchange before it gives the exchange away.
     * Each caller up the Java stack adds its own position while it returns; Continuation explains why this is safe
     * although the exchange may be resumed meanwhile.
     *
     * A message may have failed before it enters: it could not be read, or is the failure of a consumer. Then
     * enterTroubled() runs only the entry steps, which prepare what happens at the end of every message. The error
     * handler gets it as if a step before the first one had failed, outside all doTry blocks.
     */
    private static final int ENTRANCE = -2;

    private final Step[] steps;
    private final FailureHandlers handlers;
    private final int entrySteps;

    public RouteCode(Step[] steps, FailureHandlers handlers) {
        this(steps, handlers, 0);
    }

    RouteCode(Step[] steps, FailureHandlers handlers, int entrySteps) {
        this.steps = steps;
        this.handlers = handlers;
        this.entrySteps = entrySteps;
        for (int i = 0; i < steps.length; i++) {
            steps[i].placeAt(this, i, Steps.after(Arrays.asList(steps), i));
        }
    }

    /**
     * The code of a route.
     *
     * @param entrySteps how many steps at the beginning are not part of the description of the route
     * @param scopes null if there are none
     */
    public static RouteCode of(Step[] steps, FailureHandlers handlers, int entrySteps, @Nullable Scopes scopes) {
        return scopes == null
                ? new RouteCode(steps, handlers, entrySteps)
                : ScopedCode.make(steps, handlers, entrySteps, scopes);
    }

    /** The code of a single step, which leaves failures to its caller. It runs also for a message that has failed. */
    public static RouteCode of(Step step, @Nullable Scopes scopes) {
        return of(new Step[] {step}, new FailureHandlers(null, List.of(), null), 1, scopes);
    }

    public Step step(int position) {
        return steps[position];
    }

    /** The place of a step in the description of the route; null at the entrance. */
    @Nullable
    String place(int position) {
        return position < 0 ? null : steps[position].place;
    }

    /** The endpoint that a step sends to; null if it does not send. */
    @Nullable
    Endpoint endpoint(int position) {
        return position < 0 ? null : steps[position].endpoint();
    }

    /** Like {@link #execute}, for an exchange that enters here and may have failed before. */
    public int enter(AbstractExchange exchange) {
        return exchange.isTroubled() ? enterTroubled(exchange) : execute(exchange, 0);
    }

    /** Like {@link #execute}, for an exchange that enters the route and may have failed before. */
    int enterTroubled(AbstractExchange exchange) {
        if (exchange.getException() == null) {
            return goOn(exchange, 0);
        }
        int at = 0;
        while (at >= 0 && at < entrySteps) {
            at = prepare(exchange, steps[at]);
        }
        at = handle(exchange, ENTRANCE, at, null);
        return at < 0 ? at : goOn(exchange, at);
    }

    /** Runs an entry step for a message that has failed. If the step fails, too, the message fails with both. */
    private static int prepare(AbstractExchange exchange, Step step) {
        Exception before = exchange.getException();
        try {
            return step.run(exchange);
        } catch (Throwable e) { // whatever a step throws goes to the error handler
            exchange.setException(e);
            if (before != null) {
                Suppressed.add(e, before);
            }
            return step.next;
        }
    }

    /** Runs from a position to the end; false if a step has suspended the exchange. */
    public boolean run(AbstractExchange exchange, int from) {
        return execute(exchange, from) >= 0;
    }

    /** Runs all steps, and calls the callback when they have ended: in this call, or after a suspension. */
    public void run(AbstractExchange exchange, AsyncCallback atTheEnd) {
        boolean ended = true;
        try {
            ended = run(exchange, 0) || exchange.continuation().leave(atTheEnd);
        } catch (Throwable e) { // nobody else would end the exchange
            exchange.endSuspension();
            exchange.giveUp(e);
        }
        if (ended) {
            atTheEnd.done(true);
        }
    }

    /**
     * Like {@link #run(AbstractExchange, int)}, for an exchange that may be handed over. Returns a position when done,
     * or SUSPENDED or GONE.
     */
    public int execute(AbstractExchange exchange, int from) {
        Step[] all = steps;
        int at = from;
        try {
            while (at < all.length) {
                int next;
                try {
                    next = all[at].run(exchange);
                } catch (Throwable e) { // whatever a step throws goes to the error handler
                    fail(exchange, e);
                    next = all[at].next;
                }
                if (next >= 0 && exchange.isTroubled()) {
                    next = handlers.next(this, exchange, at, next, null);
                }
                if (next < 0) {
                    return next;
                }
                at = next;
            }
        } catch (Throwable e) {
            return exchange.giveUp(e);
        }
        return at;
    }

    /** Handles the failure of a step, whose clause is known; returns as a step does. */
    int fail(AbstractExchange exchange, int at, ErrorHandler.Clause found) {
        return handle(exchange, at, steps[at].next, found);
    }

    /** Handles a failure, or a request to stop, if there is one; returns as a step does. */
    private int handle(AbstractExchange exchange, int at, int next, ErrorHandler.@Nullable Clause found) {
        try {
            return next >= 0 && exchange.isTroubled() ? handlers.next(this, exchange, at, next, found) : next;
        } catch (Throwable e) { // what a handler throws is the failure of the exchange
            return exchange.giveUp(e);
        }
    }

    /** A step has thrown, perhaps after it had suspended the exchange. */
    private static void fail(AbstractExchange exchange, Throwable thrown) {
        exchange.endSuspension();
        exchange.setException(thrown);
    }

    @Override
    public int resume(AbstractExchange exchange, int at, @Nullable Object state) {
        boolean isStep = at != ErrorHandler.POSITION;
        int next;
        try {
            next = isStep ? steps[at].resume(exchange, state) : handlers.resume(exchange, state);
        } catch (Throwable e) {
            if (!isStep) {
                return exchange.giveUp(e);
            }
            fail(exchange, e);
            next = steps[at].next;
        }
        next = isStep ? handle(exchange, at, next, null) : next;
        return next < 0 ? next : goOn(exchange, next);
    }

    /** Runs the rest of what another method of this class has begun. */
    int goOn(AbstractExchange exchange, int from) {
        return execute(exchange, from);
    }
}
