package io.mehari.component.queue.ring;

import io.mehari.spi.Threading;

/** Waits briefly for another thread that is between two instructions. Takes no lock, and rarely sleeps. */
public final class SpinThenPark {
    /*
     * Thread.yield() is not used. A thread that yields stays runnable; the scheduler may run another thread of the same
     * processor for a whole time slice first, which takes milliseconds. A thread that was parked is scheduled sooner
     * when it is woken. So a thread spins for less time than parking and waking takes, and then parks. With a single
     * processor the other thread cannot run while this one spins, so this one parks at once.
     */
    private static final boolean ALONE = Runtime.getRuntime().availableProcessors() == 1;

    /** The number of rounds of {@link #spin} before a thread parks: 376 pauses together. */
    public static final int ROUNDS = ALONE ? 0 : 8;

    private static final int FIRST_PAUSE = 8;
    private static final int LONGEST_PAUSE = 64;

    private static final int SPINS = ALONE ? 0 : 64;
    private static final long NAP_NANOS = 10_000;

    private SpinThenPark() {}

    /** Spins at first, then parks briefly: the other thread may have been descheduled between two instructions. */
    public static void pause(int tries) {
        if (tries < SPINS && !Threading.isSimulated()) {
            Thread.onSpinWait();
        } else {
            Threading.parkNanos(SpinThenPark.class, NAP_NANOS);
        }
    }

    /**
     * Pauses without sleeping: a few nanoseconds in the first round, longer in later ones. A thread that reads an index
     * without a pause slows down the thread that writes it.
     */
    public static void spin(int round) {
        for (int left = Math.min(FIRST_PAUSE << round, LONGEST_PAUSE); left > 0; left--) {
            Thread.onSpinWait();
        }
    }
}
