package io.mehari.connector;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ThreadPools.Delayed;
import io.mehari.spi.internal.Log;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a sender waits for. Any number of threads may try to end it: the reply, a failure, the time limit. The first one
 * wins and owns the sender's exchange; the others change nothing.
 */
public abstract class EndsOnce {
    /*
     * The thread that moves the state from WAITING to DONE, by one compare-and-set, owns the exchange from then on. It
     * alone writes the result and resumes the sender. So a late reply has no effect, and a client that calls back twice
     * does no harm. What the owner writes happens-before the sender's next step, because submitting a task to a pool
     * happens-before running it. What the sender wrote before happens-before the owner's reads: a client passes the
     * send from thread to thread by a queue or a lock.
     *
     * setDeadline writes the deadline and then reads the state; the owner writes the state and then reads the deadline.
     * All four are volatile, so they have one order, and in any order at least one of both threads sees the write of
     * the other and cancels. A task that is not cancelled in time finds DONE.
     */
    private static final int WAITING = 0;
    private static final int DONE = 1;

    private static final AtomicIntegerFieldUpdater<EndsOnce> STATE =
            AtomicIntegerFieldUpdater.newUpdater(EndsOnce.class, "state");

    private volatile @Nullable Delayed deadline;
    private volatile int state = WAITING;

    protected EndsOnce() {}

    /** Whether it has ended, for example because its time was up. */
    public final boolean isDone() {
        return state == DONE;
    }

    /** Stores the task for the time limit, which is cancelled at the end. */
    public final void setDeadline(Delayed deadline) {
        this.deadline = deadline;
        if (isDone()) {
            deadline.cancel();
        }
    }

    /** Called once, by the thread that ends it, before the sender continues. */
    protected void ended() {}

    /** Returns true to one caller, which must resume the sender: nothing is thrown after the compare-and-set (S4). */
    @SuppressWarnings("CatchingUnchecked") // thread pools and clients are somebody else's
    protected final boolean end() {
        if (!STATE.compareAndSet(this, WAITING, DONE)) {
            return false;
        }
        try {
            Delayed waiting = deadline;
            if (waiting != null) {
                waiting.cancel();
            }
            ended();
        } catch (Throwable e) {
            Log.warn(EndsOnce.class, "What belongs to a send could not be ended; it will have no effect", e);
        }
        return true;
    }

    /** The failure of an exchange whose time was up. Called by the owner, because it reads the exchange. */
    public static Throwable timedOut(Exchange owned, Endpoint where, long millis) {
        return timedOut(owned, where, millis, "wait longer with the option requestTimeout");
    }

    /**
     * The same with another remedy.
     *
     * @param remedy what to do, for the message
     */
    public static Throwable timedOut(Exchange owned, Endpoint where, long millis, String remedy) {
        return made(() -> new ExchangeTimedOutException(where.toString(), remedy, owned, millis));
    }

    /** If the exception cannot be made, the sender gets what was thrown: it must not wait for ever (law S4). */
    @SuppressWarnings("CatchingUnchecked") // see above
    protected static Throwable made(Supplier<? extends Throwable> exception) {
        try {
            return exception.get();
        } catch (Throwable e) {
            return e;
        }
    }
}
