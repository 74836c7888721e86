package io.mehari.impl;

import io.mehari.AsyncCallback;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Where a suspended exchange goes on. One object serves all suspensions of an exchange; it is also the callback that
 * asynchronous steps are given.
 */
final class Continuation implements AsyncCallback {
    /*
     * Frames are a stack of (code, position, state): the innermost on top. When a step suspends, it pushes the first frame
     * itself; then each caller pushes its own while the Java stack unwinds, so a suspension's frames come innermost
     * first and are turned round by unwound().
     *
     * The step's work may be done, and done() be called on another thread, before the Java stack is unwound. The two
     * threads meet in `state`: the unwinding one goes UNWINDING -> WAITING when it is finished; the other goes
     * UNWINDING -> READY and leaves when it comes first, or WAITING -> RUNNING and carries on when it comes second.
     * Whoever finds that the other has been there carries on. Both moves are volatile compare-and-sets on one variable,
     * so what each thread wrote before its move is seen by the one that carries on: the frames, and what the
     * asynchronous work did to the exchange.
     *
     * An executor that is to carry on gets the continuation only when the stack is unwound: so its thread is not the one
     * that comes first, and always carries on itself.
     *
     * Carrying on happens at the base of a stack, never inside done() of an unfinished one: a million hops use no more
     * stack than one.
     */
    private static final int RUNNING = 0;
    private static final int UNWINDING = 1;
    private static final int READY = 2;
    private static final int WAITING = 3;

    private final DefaultExchange exchange;
    private RouteCode[] codes = new RouteCode[4];
    private int[] positions = new int[4];
    private @Nullable Object[] states = new @Nullable Object[4];
    private int depth;
    private int unwindingFrom;
    private @Nullable AsyncCallback whenDone;
    private @Nullable Executor executor;
    private boolean callerRuns;

    @SuppressWarnings("UnusedVariable") // through STATE
    private volatile int state = RUNNING;

    Continuation(DefaultExchange exchange) {
        this.exchange = exchange;
    }

    /** Called by a step before it gives the exchange away. */
    void suspend(RouteCode code, int position, @Nullable Object state) {
        unwindingFrom = depth;
        push(code, position, state);
        STATE.setVolatile(this, UNWINDING);
    }

    /**
     * Called by a step that has suspended, to go on on a thread of that executor.
     *
     * @param callerRuns whether the caller's thread goes on if the executor refuses; else that is the exchange's failure
     */
    void goOnAt(Executor executor, boolean callerRuns) {
        this.executor = executor;
        this.callerRuns = callerRuns;
    }

    /** Called by each caller of a step that suspended, on the way back. */
    void push(RouteCode code, int position, @Nullable Object state) {
        if (depth == codes.length) {
            codes = Arrays.copyOf(codes, 2 * depth);
            positions = Arrays.copyOf(positions, 2 * depth);
            states = Arrays.copyOf(states, 2 * depth);
        }
        codes[depth] = code;
        positions[depth] = position;
        states[depth] = state;
        depth++;
    }

    /** Takes back a suspension of a step that turned out to be done when it returned. */
    void cancel() {
        while (depth > unwindingFrom) {
            depth--;
            states[depth] = null;
        }
        STATE.setVolatile(this, RUNNING);
    }

    /** The work of the suspended step is done. */
    @Override
    public void done(boolean doneSync) {
        if (STATE.compareAndSet(this, UNWINDING, READY)) {
            return; // the unwinding thread will see it
        }
        if (STATE.compareAndSet(this, WAITING, RUNNING)) {
            AsyncCallback callback = whenDone; // before carrying on, which may give exchange and continuation away
            int result = carryOn();
            if (result == Step.GONE && callback instanceof RouteEnd end) {
                end.gone();
            } else if (result >= 0 && callback != null) {
                callback.done(false);
            }
        }
    }

    /**
     * Called at the base of the stack, once everything above has returned: leaves the exchange, or carries on where
     * the work was done meanwhile.
     *
     * @return whether everything is done; if not, the callback will be called
     */
    boolean leave(AsyncCallback callback) {
        whenDone = callback;
        if (!unwound()) {
            return false;
        }
        int result = carryOn();
        if (result == Step.GONE && callback instanceof RouteEnd end) {
            end.gone();
        }
        return result >= 0;
    }

    /** Whether this is the base of a stack: no caller waits for the exchange. */
    boolean isBase() {
        return depth == 0;
    }

    /** Whether the work was done meanwhile, so that this thread must carry on. */
    private boolean unwound() {
        for (int low = unwindingFrom, high = depth - 1; low < high; low++, high--) {
            swap(low, high);
        }
        Executor other = executor;
        if (other != null) {
            executor = null;
            return !handedTo(other);
        }
        if (STATE.compareAndSet(this, UNWINDING, WAITING)) {
            return false;
        }
        STATE.setVolatile(this, RUNNING);
        return true;
    }

    /** Whether the executor has taken it, to run it on another thread: then nothing here may be touched any more. */
    private boolean handedTo(Executor other) {
        boolean mayRunHere = callerRuns;
        Handover handover = new Handover(this, Thread.currentThread());
        STATE.setVolatile(this, WAITING);
        try {
            other.execute(handover);
            handover.hander = null;
            if (!handover.ranHere) {
                return true;
            }
        } catch (RuntimeException e) {
            if (!mayRunHere) {
                exchange.setException(e);
            }
        }
        STATE.setVolatile(this, RUNNING);
        return false;
    }

    /** What an executor is given. One that runs it at once, in the thread that gives it, leaves it to the base of that stack. */
    private static final class Handover implements Runnable {
        private final Continuation continuation;
        private @Nullable Thread hander;
        private boolean ranHere;

        Handover(Continuation continuation, Thread hander) {
            this.continuation = continuation;
            this.hander = hander;
        }

        /** Only the hander reads its own name here; any other thread may see it or null, and is neither. */
        @Override
        public void run() {
            if (hander == Thread.currentThread()) {
                ranHere = true;
            } else {
                continuation.done(false);
            }
        }
    }

    private void swap(int low, int high) {
        RouteCode code = codes[low];
        codes[low] = codes[high];
        codes[high] = code;
        int position = positions[low];
        positions[low] = positions[high];
        positions[high] = position;
        Object state = states[low];
        states[low] = states[high];
        states[high] = state;
    }

    /** Runs what is on the stack: a position when all of it is done, SUSPENDED or GONE. */
    private int carryOn() {
        exchange.leaveAllCalls();
        while (depth > 0) {
            depth--;
            Object state = states[depth];
            states[depth] = null;
            int result = codes[depth].resume(exchange, positions[depth], state);
            if (result == Step.GONE || (result == Step.SUSPENDED && !unwound())) {
                return result;
            }
        }
        return Step.END;
    }

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Continuation.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
