package io.mehari.impl.engine;

import io.mehari.Endpoint;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Continuation;
import io.mehari.impl.exchange.Resumable;
import io.mehari.spi.internal.OnlySender;
import org.jspecify.annotations.Nullable;

/** One step of a compiled route. */
public abstract class Step {
    /** Returned by a step that has suspended the exchange: another thread may own it, and resumes its continuation. */
    public static final int SUSPENDED = Resumable.SUSPENDED;
    /** Returned by a step that has handed the exchange over to another owner. The caller must not touch it. */
    public static final int GONE = Resumable.GONE;
    /** The position after the last step of any route. */
    public static final int END = Resumable.END;

    /** The position of the step after this one, beyond all jumps. */
    public int next;

    private int position;
    /** The place in the description of the route, for messages; null if the step does not occur there. */
    public @Nullable String place;

    @SuppressWarnings("NullAway.Init") // set by placeAt
    private RouteCode code;

    /**
     * A new step as a Step. To verify a method that returns objects of several classes as Steps, the JVM loads all
     * these classes; with this method in between, only those that are made.
     */
    public static Step of(Object step) {
        return (Step) step;
    }

    /** Called once, when the code is complete. */
    final void placeAt(RouteCode code, int position, int next) {
        this.code = code;
        this.position = position;
        this.next = next;
    }

    /**
     * Runs the step.
     *
     * @return the position of the next step, or SUSPENDED or GONE
     */
    public abstract int run(AbstractExchange exchange) throws Exception;

    /**
     * Continues after a suspension, with the state that was stored then.
     *
     * @return as {@link #run}
     */
    public int resume(AbstractExchange exchange, @Nullable Object state) throws Exception {
        return next;
    }

    /** Passes on a failure that this step has looked at already, with its clause of the error handler. */
    final int failAs(AbstractExchange exchange, ErrorHandler.Clause clause) {
        return code.fail(exchange, position, clause);
    }

    /** The endpoint that this step sends to; null if it does not send. */
    public @Nullable Endpoint endpoint() {
        return null;
    }

    /** Called if the route ends after this step. */
    public void markLast() {}

    /** The producer of this step, if it may send differently when no other step of the route sends; else null. */
    public @Nullable OnlySender onlySender() {
        return null;
    }

    /** Stores where to continue. Called before another thread can resume the exchange. */
    public final Continuation suspend(AbstractExchange exchange, @Nullable Object state) {
        Continuation continuation = exchange.continuation();
        continuation.suspend(code, position, state);
        return continuation;
    }

    /**
     * Suspends the parent of a suspended child. The parent is suspended before {@code leave} is called on the child. So
     * the parent can be resumed when the child ends.
     *
     * @return false if the child is already done, so that the caller continues at once
     */
    protected final boolean suspendFor(AbstractExchange child, AbstractExchange parent, @Nullable Object state) {
        Continuation whenDone = suspend(parent, state);
        if (!child.continuation().leave(whenDone)) {
            return true;
        }
        whenDone.cancel();
        return false;
    }

    /** Stores where to continue. Called after a code that this step ran has suspended the exchange. */
    public final int suspended(AbstractExchange exchange, @Nullable Object state) {
        exchange.continuation().push(code, position, state);
        return SUSPENDED;
    }
}
