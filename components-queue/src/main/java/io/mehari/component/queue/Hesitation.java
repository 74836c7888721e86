package io.mehari.component.queue;

import java.util.concurrent.locks.LockSupport;

/** How to wait for another thread that will be done in a moment: without a lock, and mostly without sleeping. */
final class Hesitation {
    private static final int SPINS = 64;
    private static final int YIELDS = 1_000;
    private static final long NAP_NANOS = 50_000;
    private static final boolean ALONE = Runtime.getRuntime().availableProcessors() == 1;
    private static final int FIRST_PAUSE = 8;
    private static final int LONGEST_PAUSE = 64;
    private static final int PAUSES = ALONE ? 0 : 8;

    /** How often {@link #awake} is worth its while before one sleeps. */
    static final int BRIEF = PAUSES + 8;

    private Hesitation() {}

    /** Spins at first, then lets others run: the other thread may have lost its processor. */
    static void briefly(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else if (tries < YIELDS) {
            yieldProcessor();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /**
     * Waits a moment without sleeping, at first a few nanoseconds and later longer: whoever looks at an index all the time slows
     * down the thread that is to move it.
     */
    static void awake(int tries) {
        if (tries < PAUSES) {
            for (int left = Math.min(FIRST_PAUSE << tries, LONGEST_PAUSE); left > 0; left--) {
                Thread.onSpinWait();
            }
        } else {
            yieldProcessor();
        }
    }

    /** Lets a thread that is ready to run have the processor; costs a system call. */
    @SuppressWarnings("ThreadPriorityCheck") // a matter of speed alone: whoever yields looks again
    static void yieldProcessor() {
        Thread.yield();
    }
}
