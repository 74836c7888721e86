package io.mehari.impl.exchange;

import io.mehari.AsyncCallback;
import io.mehari.impl.base.OneTimeTask;
import io.mehari.impl.base.VarHandles;
import io.mehari.spi.internal.ChainedCallback;
import io.mehari.spi.internal.Resumption;
import io.mehari.spi.internal.RouteThreads;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Where a suspended exchange continues. One object serves all suspensions of an exchange; it is also the callback for
 * asynchronous steps.
 */
public final class Continuation extends Resumption implements ChainedCallback {
    /*
     * The frames are a stack of (code, position, state), the innermost on top. When a step suspends, it pushes its own
     * frame first; then each caller pushes its frame while the Java stack unwinds. So the frames of a suspension come
     * innermost first, and unwound() reverses them.
     *
     * Another thread may finish the work of the step and call done() before the Java stack is unwound. `state` decides
     * which of the two threads continues the exchange: the one that comes second. The unwinding thread moves UNWINDING
     * -> WAITING when it has finished. The other thread moves UNWINDING -> READY and returns, if it comes first, or
     * WAITING -> RUNNING and continues, if it comes second. Both moves are volatile compare-and-sets on one variable.
     * So the thread that continues sees what both threads wrote before their moves: the frames, and what the
     * asynchronous work wrote to the exchange.
     *
     * If the exchange continues on an executor, the task is submitted after the stack is unwound. So the thread of the
     * executor never comes first.
     *
     * An exchange continues at the base of a stack, never inside done() while a stack is unwinding. So a million
     * asynchronous steps use no more stack than one.
     */
    private static final int RUNNING = 0;
    private static final int UNWINDING = 1;
    private static final int READY = 2;
    private static final int WAITING = 3;

    private final AbstractExchange exchange;
    private Resumable[] codes = new Resumable[4];
    private int[] positions = new int[4];
    private @Nullable Object[] states = new @Nullable Object[4];
    private int depth;
    private int unwindingFrom;
    private @Nullable AsyncCallback whenDone;
    private @Nullable Executor executor;
    private boolean callerRuns;
    private @Nullable RouteThreads sharedIn;

    private volatile int state = RUNNING;

    Continuation(AbstractExchange exchange) {
        this.exchange = exchange;
    }

    /** Called by a step before another thread can continue the exchange. */
    public void suspend(Resumable code, int position, @Nullable Object state) {
        unwindingFrom = depth;
        push(code, position, state);
        this.state = UNWINDING;
    }

    /**
     * Called by a suspended step, to continue on a thread of the executor.
     *
     * @param callerRuns whether the calling thread continues if the executor rejects the task; else the exchange fails
     * @param sharedIn the pools that are told that several routes share the thread of the executor; null if only one
     *     uses it
     */
    public void goOnAt(Executor executor, boolean callerRuns, @Nullable RouteThreads sharedIn) {
        this.executor = executor;
        this.callerRuns = callerRuns;
        this.sharedIn = sharedIn;
    }

    /** Called by each caller of a suspended step, while it returns. */
    public void push(Resumable code, int position, @Nullable Object state) {
        if (depth == states.length) {
            codes = Arrays.copyOf(codes, 2 * depth);
            positions = Arrays.copyOf(positions, 2 * depth);
            states = Arrays.copyOf(states, 2 * depth); // last: it tells that all have grown
        }
        codes[depth] = code;
        positions[depth] = position;
        states[depth] = state;
        depth++;
    }

    /** Cancels the suspension of a step that has thrown, if there is one. */
    void end() {
        int now = state;
        if (now == UNWINDING || now == READY) {
            executor = null;
            cancel();
        }
    }

    /** Cancels the suspension of a step whose work was done before it returned. */
    public void cancel() {
        while (depth > unwindingFrom) {
            depth--;
            states[depth] = null;
        }
        state = RUNNING;
    }

    /** The work of the suspended step is done. */
    @Override
    public void done(boolean doneSync) {
        if (compareAndSetState(UNWINDING, READY)) {
            return; // the unwinding thread sees it and carries on
        }
        if (compareAndSetState(WAITING, RUNNING)) {
            AsyncCallback callback = whenDone; // read first: carryOn() may give the exchange away
            int result = carryOn();
            if (result == Resumable.GONE && callback instanceof RouteEnd end) {
                end.gone();
            } else if (result >= 0 && callback != null) {
                callback.done(false);
            }
        }
    }

    /**
     * Called at the base of the stack, after all calls above have returned: leaves the exchange suspended, or carries
     * on if the work is done already.
     *
     * @return whether everything is done; if not, the callback will be called
     */
    public boolean leave(AsyncCallback callback) {
        whenDone = callback;
        if (!unwound()) {
            return false;
        }
        int result = carryOn();
        if (result == Resumable.GONE && callback instanceof RouteEnd end) {
            end.gone();
        }
        return result >= 0;
    }

    /** Null unless the exchange waits, because only then no thread writes to the field. */
    @Override
    public @Nullable AsyncCallback calls() {
        return state == WAITING ? whenDone : null;
    }

    /** Whether no frame is on the stack, so no caller waits for the exchange. */
    boolean isBase() {
        return depth == 0;
    }

    /** Whether the work is already done, so that this thread must carry on. */
    private boolean unwound() {
        for (int low = unwindingFrom, high = depth - 1; low < high; low++, high--) {
            swap(low, high);
        }
        Executor other = executor;
        if (other != null) {
            return !handedTo(other);
        }
        if (compareAndSetState(UNWINDING, WAITING)) {
            return false;
        }
        state = RUNNING;
        return true;
    }

    /** Whether the executor runs it on another thread. If so, this thread must not use this object any more. */
    private boolean handedTo(Executor other) {
        boolean mayRunHere = callerRuns;
        Handover handover = new Handover(this, sharedIn, Thread.currentThread());
        executor = null;
        state = WAITING;
        Throwable refused = handover.giveTo(other);
        handover.submitter = null;
        if (refused == null && !handover.ranHere) {
            return true;
        }
        if (refused != null && !(mayRunHere && refused instanceof RejectedExecutionException)) {
            exchange.setException(refused);
        }
        state = RUNNING;
        return false;
    }

    /**
     * The task for the executor. If the executor runs it directly in the call, on the calling thread, that thread
     * continues the exchange after the call.
     */
    private static final class Handover extends OneTimeTask {
        private final Continuation continuation;
        private final @Nullable RouteThreads sharedIn;
        private @Nullable Thread submitter;
        private boolean ranHere;

        Handover(Continuation continuation, @Nullable RouteThreads sharedIn, Thread submitter) {
            this.continuation = continuation;
            this.sharedIn = sharedIn;
            this.submitter = submitter;
        }

        /**
         * The field contains the submitting thread, or null after the call. Either differs from the current thread,
         * unless the executor runs this in the call.
         */
        @Override
        public void work() {
            if (submitter == Thread.currentThread()) {
                ranHere = true;
            } else if (sharedIn != null) {
                sharedIn.runShared(continuation);
            } else {
                continuation.done(false);
            }
        }
    }

    private void swap(int low, int high) {
        Resumable code = codes[low];
        codes[low] = codes[high];
        codes[high] = code;
        int position = positions[low];
        positions[low] = positions[high];
        positions[high] = position;
        Object state = states[low];
        states[low] = states[high];
        states[high] = state;
    }

    /** Runs the frames on the stack. Returns a position when all are done, or SUSPENDED or GONE. */
    private int carryOn() {
        while (depth > 0) {
            depth--;
            Object state = states[depth];
            states[depth] = null;
            int result = resumed(codes[depth], positions[depth], state);
            if (result < 0) {
                return result;
            }
        }
        return Resumable.END;
    }

    /**
     * Runs one frame. One that throws is done, and its exchange has failed: the frames below it and the callback must
     * run, or a sender would wait for ever (law S4).
     */
    private int resumed(Resumable code, int position, @Nullable Object state) {
        try {
            int result = code.resume(exchange, position, state);
            return result == Resumable.SUSPENDED && unwound() ? Resumable.END : result;
        } catch (Throwable e) { // the heap may be full
            end();
            return exchange.giveUp(e);
        }
    }

    private boolean compareAndSetState(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);
}
