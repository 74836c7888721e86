package io.mehari.component.queue.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A loop that takes messages and gives them away. It runs on one thread at a time; see {@link TakerThreads}. */
public abstract class TakerThread extends WaitQueue.Waiter implements Runnable {
    /*
     * The phase shows other threads what this thread does:
     *
     *     TAKING    takes a message, or has taken one that it has not given away yet
     *     GIVING    gives the last message away, or reports a failure to take
     *     IDLE      has found nothing, and polls again
     *     WAITING   sleeps
     *
     * After GIVING and WAITING it reads the state of its consumer, which says whether it may take more.
     *
     * TAKING is written before the ring's index moves, which is at least a release, and each phase is a release that
     * pairs with the acquire in phaseAcquire(). So a thread that reads the index, then the phase and then the counts of
     * the receiver misses no message: each is in the ring, held by this thread, or counted by the receiver.
     *
     * A thread that changes the state, and then waits until no more messages are taken, relies on a full fence between
     * this thread's write of TAKING and its read of the state. Without it, that thread could read an old phase while
     * this one reads the old state. After WAITING there is a fence. After GIVING there is none, because each message
     * would pay for it. Instead the other thread requests the stack trace of this one: for this the JVM stops it at a
     * safepoint, which acts as a fence.
     */
    protected static final int IDLE = 0;
    protected static final int TAKING = 1;
    protected static final int GIVING = 2;
    protected static final int WAITING = 3;

    private final String name;

    @SuppressWarnings("UnusedVariable") // through PHASE
    private int phase = IDLE;

    @Nullable
    Thread runner; // null before and afterwards; guarded by the group

    protected TakerThread(String name) {
        this.name = name;
    }

    final String name() {
        return name;
    }

    final boolean mayHaveMessage() {
        int seen = phaseAcquire();
        return seen == TAKING || seen == GIVING;
    }

    protected final int phaseAcquire() {
        return (int) PHASE.getAcquire(this);
    }

    protected final void enterRelease(int next) {
        PHASE.setRelease(this, next);
    }

    /** True if this thread re-reads the state before its next poll. */
    final boolean willSeeState(Thread thread) {
        int seen = phaseAcquire();
        if (seen == GIVING) {
            thread.getStackTrace();
            return phaseAcquire() == GIVING;
        }
        return seen == WAITING;
    }

    private static final VarHandle PHASE;

    static {
        try {
            PHASE = MethodHandles.lookup().findVarHandle(TakerThread.class, "phase", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
