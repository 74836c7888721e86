package io.mehari.component.queue;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits for another thread that will be done in a moment: without a lock, and mostly without sleeping. */
final class Backoff {
    /*
     * No thread yields here. A thread that yields stays runnable, and runs again only after its neighbour on the same
     * processor has used a whole time slice, which takes milliseconds. A thread that parks goes ahead of that neighbour
     * when it is woken. So a thread spins for less time than it takes to fall asleep and wake up, and then parks. On a
     * single processor nothing changes while a thread spins: there it parks at once.
     */
    private static final boolean ALONE = Runtime.getRuntime().availableProcessors() == 1;

    /**
     * How many rounds of {@link #spin} pay off before a thread sleeps: a round is up to 64 pauses, all together are
     * 376.
     */
    static final int ROUNDS = ALONE ? 0 : 8;

    private static final int FIRST_PAUSE = 8;
    private static final int LONGEST_PAUSE = 64;

    private static final int SPINS = ALONE ? 0 : 64;
    private static final long NAP_NANOS = 10_000;

    private Backoff() {}

    /** Spins at first, then naps: the other thread is between two instructions, and may have lost its processor. */
    static void spinThenPark(int tries) {
        if (tries < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    /**
     * Waits a moment without sleeping, a few nanoseconds at first and longer later: a thread that looks at an index all
     * the time slows down the thread that is to move it.
     */
    static void spin(int round) {
        for (int left = Math.min(FIRST_PAUSE << round, LONGEST_PAUSE); left > 0; left--) {
            Thread.onSpinWait();
        }
    }
}
