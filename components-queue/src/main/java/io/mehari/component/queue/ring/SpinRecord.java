package io.mehari.component.queue.ring;

/**
 * Remembers for one thread whether it paid to spin before a sleep. A thread whose messages come less often than a spin
 * takes would spin in vain before each sleep: it wears out its share of the processor, and runs later when it is woken.
 */
public final class SpinRecord {
    private static final int IN_VAIN = 4;
    private static final int TRIED_AGAIN = 1024;

    private int inVain;

    /**
     * Whether to spin: not after four spins in vain. It is tried again after 4, 8, 16, ... sleeps, and from the 1024th
     * sleep on at every 1024th.
     */
    public boolean isSpinDue() {
        int sleeps = inVain;
        return sleeps < IN_VAIN || (sleeps & (sleeps - 1)) == 0 || sleeps % TRIED_AGAIN == 0;
    }

    /** Something came while the thread spun. */
    public void paid() {
        if (inVain != 0) {
            inVain = 0;
        }
    }

    /** The thread has slept until it was woken: a spin before that found nothing, or would have found nothing. */
    public void slept() {
        inVain = inVain == Integer.MAX_VALUE ? TRIED_AGAIN : inVain + 1;
    }
}
