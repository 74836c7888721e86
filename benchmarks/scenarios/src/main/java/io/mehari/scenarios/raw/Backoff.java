package io.mehari.scenarios.raw;

import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MessagePassingQueue;

/** Waits for a queue that cannot wake a thread: first spins, then yields, then sleeps longer each time. */
final class Backoff implements MessagePassingQueue.WaitStrategy {
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
    private static final int YIELDS = SPINS + 8;
    private static final int LONGEST = 16; // 65 us

    @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on it: it only avoids a sleep
    @Override
    public int idle(int turn) {
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else if (turn < YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(1L << Math.min(LONGEST, turn - YIELDS));
        }
        return turn + 1;
    }
}
