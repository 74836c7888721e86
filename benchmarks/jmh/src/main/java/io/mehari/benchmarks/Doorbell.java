package io.mehari.benchmarks;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets threads sleep beside a bare queue, which has no means for it, and wakes them one by one. */
final class Doorbell {
    /*
     * A sleeper enters and then looks at the queue; the other changes the queue and then looks whether a thread is in.
     * With a full fence between the two on either side, which the callers of ring() have, one of them sees the other.
     */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
    private static final int YIELDS = 8;

    private final ArrayDeque<Sleeper> asleep = new ArrayDeque<>();
    private volatile int count;

    private static final class Sleeper {
        final Thread thread = Thread.currentThread();
        volatile boolean called;
    }

    /** Wakes one, if there is one. To be called after a full fence. */
    void ring() {
        if (count != 0) {
            wakeOne();
        }
    }

    /** Wakes all. */
    void ringForAll() {
        while (count != 0) {
            wakeOne();
        }
    }

    private void wakeOne() {
        Sleeper first;
        synchronized (this) {
            first = asleep.poll();
            count = asleep.size();
        }
        if (first != null) {
            first.called = true;
            LockSupport.unpark(first.thread);
        }
    }

    /** Spins, yields and at last sleeps while that is so. */
    void sleepWhile(BooleanSupplier nothingToDo) throws InterruptedException {
        if (isOverSoon(nothingToDo)) {
            return;
        }
        Sleeper me = new Sleeper();
        synchronized (this) {
            asleep.add(me);
            count = asleep.size();
        }
        VarHandle.fullFence();
        try {
            while (!me.called && nothingToDo.getAsBoolean()) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            leave(me);
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on it: it saves a sleep
    private static boolean isOverSoon(BooleanSupplier nothingToDo) {
        for (int i = 0; i < SPINS + YIELDS; i++) {
            if (!nothingToDo.getAsBoolean()) {
                return true;
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    private synchronized void leave(Sleeper me) {
        asleep.remove(me);
        count = asleep.size();
    }
}
