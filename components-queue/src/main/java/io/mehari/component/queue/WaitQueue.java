package io.mehari.component.queue;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Where threads and suspended exchanges wait for another thread: takers of an empty ring, senders to a full one. */
final class WaitQueue {
    /*
     * No wake-up is lost. A waiter, and a thread that has something for it, do this:
     *
     *     waiter: enter (waiting++)           other: change the ring (move an index)
     *             full fence                         full fence
     *             look at the ring                   look at waiting
     *
     * So at least one of them sees the other. The waiter then goes on by itself, or it is woken: taken out of this
     * queue, marked, and unparked. The other's fence is part of Ring.offer() and Ring.poll(). While there are no
     * waiters, a message costs one look at `waiting`, which does not change and so stays in every processor's cache.
     *
     * One wake-up wakes one waiter, the one that has waited longest. Until that thread runs, a fast other side does a
     * hundred things, and must not wake a hundred waiters. So there is a second count, `looking`: waiters that were
     * woken or that left by themselves, and threads that look for something without sleeping (startLooking). While it
     * is not zero, no waiter is woken. A thread that is counted there calls stopLooking() when it has got something,
     * gives up or goes to sleep. The last one to do so checks whether there is more to do, and wakes another
     * (Channel.wakeAnotherIfDue):
     *
     *     other: change the ring              looking thread: looking--
     *            full fence                                   (a full fence)
     *            look at waiting, looking                     look at waiting, looking and the ring
     *
     * Either the other thread sees that none is looking, and wakes one. Or `looking` drops after its look, hence after
     * its change, and the last looking thread sees that change. This count changes whenever a thread becomes idle or
     * busy; it has cache lines of its own, so that `waiting` stays cheap to read.
     *
     * A waiter may be a suspended exchange instead of a thread (SuspendedSender). Then it belongs to the thread that
     * takes it out of this queue. That is the thread that put it there, if it finds under the lock that the waiter was
     * not woken; or the thread that wakes it, which gives it to a pool. Both take it out under the lock, so it is one
     * of them. A waiter that was woken may be back in the queue before the thread that put it there has looked. So each
     * stay has a number, and that thread does not end the next stay.
     *
     * The lock is held for a few instructions, by threads that enter, leave and wake, and never while a thread sleeps.
     */
    static final long FOR_EVER = Long.MAX_VALUE;

    private volatile int waiting;
    private final PaddedCount looking = new PaddedCount();
    private @Nullable Waiter first;
    private @Nullable Waiter last;

    boolean hasWaiters() {
        return waiting != 0;
    }

    /** Whether there are waiters, and no thread is on its way to see what there is. */
    boolean needsWakeUp() {
        return waiting != 0 && looking.get() == 0;
    }

    /** The caller is awake and looks for something: no waiter need be woken until it calls {@link #stopLooking}. */
    void startLooking(Waiter waiter) {
        if (!waiter.looking) {
            waiter.looking = true;
            looking.addAndFence(1);
        }
    }

    /**
     * The caller has got something, or does not look any more. To be called by each thread that has slept here.
     *
     * @return whether it must check if there is more, and wake another if so
     */
    boolean stopLooking(Waiter waiter) {
        if (!waiter.looking) {
            return false;
        }
        waiter.looking = false;
        looking.addAndFence(-1);
        return needsWakeUp();
    }

    /** How many wait. */
    int waiting() {
        return waiting;
    }

    /**
     * Sleeps until the waiter is woken or need not wait any more, the time is up, or the thread is interrupted. It may
     * also return for no reason. Afterwards the waiter counts as looking.
     *
     * @param deadline by the nano time, or FOR_EVER
     * @return false when the thread was interrupted; its interrupt flag is then clear
     */
    boolean sleep(Waiter waiter, long deadline) {
        enter(waiter);
        try {
            while (!waiter.woken && waiter.mustWait()) {
                if (!park(deadline)) {
                    return true;
                }
                if (Thread.interrupted()) {
                    return false;
                }
            }
            return true;
        } finally {
            leave(waiter);
        }
    }

    private boolean park(long deadline) {
        if (deadline == FOR_EVER) {
            LockSupport.park(this);
            return true;
        }
        long left = deadline - System.nanoTime();
        LockSupport.parkNanos(this, left);
        return left > 0;
    }

    /** Ends with a full fence. Returns the number of this stay. */
    long enter(Waiter waiter) {
        long stay;
        boolean looked = waiter.looking;
        waiter.looking = false; // before it is in: one without a thread may be woken and run as soon as it is
        synchronized (this) {
            waiter.queue = this;
            stay = ++waiter.stays;
            waiter.woken = false;
            waiter.thread = Thread.currentThread();
            waiter.previous = last;
            waiter.next = null;
            if (last == null) {
                first = waiter;
            } else {
                last.next = waiter;
            }
            last = waiter;
            waiting++;
        }
        if (looked) {
            looking.addAndFence(-1);
        }
        VarHandle.fullFence();
        return stay;
    }

    /**
     * For a waiter without a thread: it stays until it is woken, unless it need not wait any more.
     *
     * @return false when it has left again, was not woken, and counts as looking; when true, it belongs to the thread
     *     that wakes it, and the caller must not touch it
     */
    boolean stay(Waiter waiter) {
        long stay = enter(waiter);
        if (waiter.mustWait() || !leaves(waiter, stay)) {
            return true;
        }
        startLooking(waiter);
        return false;
    }

    /** Wakes that one, if it is in here. */
    void wake(Waiter waiter) {
        if (takeOut(waiter, stayOf(waiter))) {
            waiter.wake();
        }
    }

    /** The number of its stay in here; negative when it is not in here. */
    synchronized long stayOf(Waiter waiter) {
        return waiter.queue == this ? waiter.stays : -1;
    }

    /** Takes it out, to be woken by the caller, if it is still in here for that stay. */
    synchronized boolean takeOut(Waiter waiter, long stay) {
        boolean mine = stay >= 0 && stayOf(waiter) == stay;
        if (mine) {
            takeOut(waiter);
        }
        return mine;
    }

    void leave(Waiter waiter) {
        if (leaves(waiter, waiter.stays)) {
            startLooking(waiter);
        } else {
            waiter.looking = true; // the thread that woke it has counted it
        }
    }

    /** Removes the waiter, unless it was woken in that stay; whether it did. */
    private synchronized boolean leaves(Waiter waiter, long stay) {
        boolean stays = stayOf(waiter) == stay;
        if (stays) {
            remove(waiter);
        }
        return stays;
    }

    private synchronized void remove(Waiter waiter) {
        Waiter previous = waiter.previous;
        Waiter next = waiter.next;
        if (previous == null) {
            first = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            last = previous;
        } else {
            next.previous = previous;
        }
        waiter.queue = null;
        waiter.previous = null;
        waiter.next = null;
        waiting--;
    }

    /** Wakes the one that has waited longest; whether there was one. */
    boolean wakeOne() {
        Waiter longest = takeOutFirst();
        if (longest == null) {
            return false;
        }
        longest.wake();
        return true;
    }

    /** Wakes all that wait now. */
    void wakeAll() {
        for (int left = waiting; left > 0 && wakeOne(); left--) {
            // wakeOne has done it
        }
    }

    private synchronized @Nullable Waiter takeOutFirst() {
        Waiter longest = first;
        if (longest != null) {
            takeOut(longest);
        }
        return longest;
    }

    /** Under the lock. */
    private void takeOut(Waiter waiter) {
        remove(waiter);
        waiter.woken = true;
        looking.addAndFence(1);
    }

    /** A thread, or a suspended exchange, that may have to wait, in one queue at a time. */
    abstract static class Waiter {
        // guarded by the queue's lock
        private @Nullable Waiter previous;
        private @Nullable Waiter next;
        private @Nullable Thread thread;

        /** The queue that it is in. Changed under that queue's lock; any other queue sees that it is not itself. */
        private @Nullable WaitQueue queue;

        /** How often it has entered a queue. Changed under that queue's lock. */
        private long stays;

        /** Set by the thread that took this waiter out of the queue to wake it. */
        volatile boolean woken;

        /** Whether a queue counts it as looking. Touched by its owner alone, and not while it is in a queue. */
        boolean looking;

        /** Whether there is still nothing to do. Asked after the waiter has entered, with a full fence between. */
        abstract boolean mustWait();

        /** Called when it is out of the queue, by the thread that took it out. */
        void wake() {
            LockSupport.unpark(thread);
        }
    }
}
