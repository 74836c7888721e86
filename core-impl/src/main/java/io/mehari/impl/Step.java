package io.mehari.impl;

import io.mehari.Endpoint;
import org.jspecify.annotations.Nullable;

/** One step of a compiled route: what it does, and which step comes next. */
abstract class Step {
    /** Returned by a step that has given the exchange away: it goes on when its continuation is resumed. */
    static final int SUSPENDED = -1;
    /** Returned by a step that has handed the exchange over for good: nobody here may touch it. */
    static final int GONE = -2;
    /** Behind the last step of any route. */
    static final int END = Integer.MAX_VALUE;

    /** The position of the step behind this one, usually. */
    int next;
    /** Where this step is. */
    private int position;

    @SuppressWarnings("NullAway.Init") // by placeAt
    private RouteCode code;

    /** Called once, when the code is complete. */
    final void placeAt(RouteCode code, int position) {
        this.code = code;
        this.position = position;
        this.next = position + 1;
    }

    /**
     * Does its work on the exchange.
     *
     * @return the position of the next step, or SUSPENDED, or GONE
     */
    abstract int run(DefaultExchange exchange) throws Exception;

    /**
     * Goes on after a suspension, with the state that was left with it.
     *
     * @return as {@link #run}
     */
    int resume(DefaultExchange exchange, @Nullable Object state) throws Exception {
        return next;
    }

    /** Where it sends to; null when it does not send. */
    @Nullable
    Endpoint endpoint() {
        return null;
    }

    /** Called for the step behind which the route ends. */
    void markLast() {}

    /** Says where to go on, before the exchange is given away. */
    final Continuation suspend(DefaultExchange exchange, @Nullable Object state) {
        Continuation continuation = exchange.continuation();
        continuation.suspend(code, position, state);
        return continuation;
    }

    /** Says where to go on, after something this step called has suspended. */
    final int suspended(DefaultExchange exchange, @Nullable Object state) {
        exchange.continuation().push(code, position, state);
        return SUSPENDED;
    }
}
