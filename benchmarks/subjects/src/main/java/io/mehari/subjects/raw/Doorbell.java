package io.mehari.subjects.raw;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Lets threads sleep until a bare queue changes, and wakes them one by one. A bare queue itself cannot do this. */
final class Doorbell {
    /*
     * A thread that wants to sleep first enters the doorbell, and then checks the queue. The other thread first changes
     * the queue, and then checks whether a thread has entered. Both sides have a full fence between their two steps
     * (the callers of ring() have it), so at least one of them sees the other.
     */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 200 : 0;
    private static final int YIELDS = 8;

    private final ArrayDeque<Sleeper> asleep = new ArrayDeque<>();
    private volatile int count;

    private static final class Sleeper {
        final Thread thread = Thread.currentThread();
        volatile boolean called;
    }

    /** Wakes one thread, if one sleeps. Must be called after a full fence. */
    void ring() {
        if (count != 0) {
            wakeOne();
        }
    }

    /** Wakes all threads. */
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

    /** Waits while the condition is true: spins, then yields, then sleeps. */
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

    @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on it: it only avoids a sleep
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
