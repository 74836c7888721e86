package io.mehari.component.queue;

import java.util.concurrent.locks.LockSupport;

/** What to do while another thread is between two of its instructions. */
final class Hesitation {
    private static final int SPINS = 64;
    private static final int YIELDS = 1_000;
    private static final long NAP_NANOS = 50_000;

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

    /** Lets a thread that is ready to run have the processor; costs a system call. */
    @SuppressWarnings("ThreadPriorityCheck") // a matter of speed alone: whoever yields looks again
    static void yieldProcessor() {
        Thread.yield();
    }
}
