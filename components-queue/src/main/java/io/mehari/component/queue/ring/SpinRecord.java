package io.mehari.component.queue.ring;

/**
 * Remembers for one thread whether it paid to spin before a sleep. A thread whose messages come less often than a spin
 * takes would spin in vain before each sleep: it wears out its share of the processor, and runs later when it is woken.
 */
public final class SpinRecord {
    private static final int IN_VAIN = 4;
    private static final int TRIED_AGAIN = 16;

    private int inVain;

    /** Whether to spin: not after four spins in vain, but at every sixteenth sleep it is tried again. */
    public boolean isSpinDue() {
        int sleeps = inVain;
        return sleeps < IN_VAIN || sleeps % TRIED_AGAIN == 0;
    }

    /** Something came while the thread spun. */
    public void paid() {
        if (inVain != 0) {
            inVain = 0;
        }
    }

    /** Nothing came, or the thread has not spun, and it goes to sleep. */
    public void slept() {
        inVain = inVain == Integer.MAX_VALUE ? IN_VAIN : inVain + 1;
    }
}
