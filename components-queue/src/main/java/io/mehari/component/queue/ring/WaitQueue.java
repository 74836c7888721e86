package io.mehari.component.queue.ring;

import io.mehari.spi.Threading;
import io.mehari.spi.internal.StackRoom;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waiting threads and suspended exchanges: takers that wait for a message, or senders that wait for room. */
public final class WaitQueue {
    /*
     * No wake-up is lost. A waiter, and another thread that changes the ring for it, do this:
     *
     *     waiter: enter (waiting++)           other: change the ring (move an index)
     *             full fence                         full fence
     *             look at the ring                   look at waiting
     *
     * So at least one of them sees the other. Either the waiter sees the change and does not sleep, or it is woken:
     * removed from this queue, marked, and unparked. The other's fence is part of Ring.offer() and Ring.poll(). While
     * there are no waiters, a message costs one read of `waiting`, which does not change and so stays in the cache of
     * every processor.
     *
     * One wake-up wakes one waiter, the one that has waited longest. Before its thread runs, the other side may pass a
     * hundred messages, and must not wake a hundred waiters for them. So there is a second count, `looking`: of waiters
     * that were woken or left by themselves, and of threads that poll without sleeping (startLooking). While it is not
     * zero, no waiter is woken. A thread that is counted there calls stopLooking() when it has got a message or room,
     * gives up, or goes to sleep. The last one to do so checks whether there is more, and then wakes another waiter
     * (Channel.wakeAnotherIfDue):
     *
     *     other: change the ring              looking thread: looking--
     *            full fence                                   (a full fence)
     *            look at waiting, looking                     look at waiting, looking and the ring
     *
     * Either the other thread reads that none is looking, and wakes one. Or `looking` drops after that read, hence
     * after the change of the ring, and the last looking thread sees the change. `looking` changes whenever a thread
     * becomes idle or busy. It has cache lines of its own, so that `waiting` stays cheap to read.
     *
     * A waiter may be a suspended exchange instead of a thread (SuspendedSender). The thread that removes it from this
     * queue becomes its owner: either the thread that entered it, if that finds under the lock that it was not woken,
     * or the thread that wakes it, which submits it to a pool. Both remove it under the lock, so only one of them does.
     * A waiter that was woken may have entered the queue again before the first thread checks. So each stay in the
     * queue has a number, and that thread does not end the next stay.
     *
     * park and unpark are those of LockSupport; in simulated time they are those of a scheduler that keeps the same
     * permit. So an unpark between the look at the ring and the park ends that park at once in both.
     *
     * The lock is held for a few instructions, by threads that enter, leave and wake, and never while a thread sleeps.
     */
    public static final long FOR_EVER = Long.MAX_VALUE;

    private volatile int waiting;
    private final PaddedCount looking = new PaddedCount();
    private @Nullable Waiter first;
    private @Nullable Waiter last;
    private final int stackToWake;

    /** A queue of threads. */
    public WaitQueue() {
        this(StackRoom.WAKE_UP);
    }

    /** @param stackToWake how many frames a wake-up claims */
    public WaitQueue(int stackToWake) {
        this.stackToWake = stackToWake;
    }

    /** The deadline of a wait that begins now; FOR_EVER if the time is 0 or less. */
    public static long deadline(long millis) {
        return millis <= 0 ? FOR_EVER : Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public static boolean isPast(long deadline) {
        return deadline != FOR_EVER && deadline - Threading.nanoTime() <= 0;
    }

    /** That deadline, or the end of that time from now if it is sooner. */
    public static long soonerOf(long deadline, long nanos) {
        long end = Threading.nanoTime() + nanos;
        return deadline == FOR_EVER || end - deadline < 0 ? end : deadline;
    }

    public boolean hasWaiters() {
        return waiting != 0;
    }

    /** Whether a thread waits here, or was woken and has not got on yet. */
    public boolean isUsed() {
        return waiting != 0 || looking.get() != 0;
    }

    /** Whether there are waiters, and no thread is looking already. */
    public boolean needsWakeUp() {
        return waiting != 0 && looking.get() == 0;
    }

    /** Counts the caller as looking: no waiter needs to be woken until it calls {@link #stopLooking}. */
    public void startLooking(Waiter waiter) {
        if (!waiter.looking) {
            waiter.looking = true;
            looking.addAndFence(1);
        }
    }

    /**
     * Called by each thread that has slept here, when it has got a message or room, or does not look any more. If this
     * returns true, the caller must check for more, and then wake another waiter.
     */
    public boolean stopLooking(Waiter waiter) {
        if (!waiter.looking) {
            return false;
        }
        waiter.looking = false;
        looking.addAndFence(-1);
        return needsWakeUp();
    }

    public int waiting() {
        return waiting;
    }

    /**
     * Blocks until the waiter is woken or need not wait any more, until the deadline, or until the thread is
     * interrupted. It may also return spuriously. Afterwards the waiter counts as looking.
     *
     * @param deadline a value of {@link System#nanoTime}, or FOR_EVER
     * @return false if the thread was interrupted; its interrupt flag is then cleared
     */
    public boolean sleep(Waiter waiter, long deadline) {
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
            Threading.park(this);
            return true;
        }
        long left = deadline - Threading.nanoTime();
        Threading.parkNanos(this, left);
        return left > 0;
    }

    /** Adds the waiter and returns the number of this stay. Ends with a full fence. */
    public long enter(Waiter waiter) {
        long stay;
        boolean looked = waiter.looking;
        waiter.looking = false; // before it is added: a suspended exchange may run at once
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
     * Adds a suspended exchange until it is woken, unless it need not wait any more.
     *
     * @return true if it waits: then the thread that wakes it owns it, and the caller must not touch it. False if it
     *     has left the queue without a wake-up and counts as looking
     */
    public boolean stay(Waiter waiter) {
        long stay = enter(waiter);
        if (waiter.mustWait() || !leaves(waiter, stay)) {
            return true;
        }
        startLooking(waiter);
        return false;
    }

    /** Wakes that waiter, if it is in this queue. */
    public void wake(Waiter waiter) {
        if (takeOut(waiter, stayOf(waiter))) {
            waiter.wake();
        }
    }

    /** The number of the current stay; negative if the waiter is not in this queue. */
    public synchronized long stayOf(Waiter waiter) {
        return waiter.queue == this ? waiter.stays : -1;
    }

    /** Removes the waiter, if it is still in that stay. Then the caller must wake it. */
    public synchronized boolean takeOut(Waiter waiter, long stay) {
        boolean isCurrent = stay >= 0 && stayOf(waiter) == stay;
        if (isCurrent) {
            takeOut(waiter);
        }
        return isCurrent;
    }

    void leave(Waiter waiter) {
        if (leaves(waiter, waiter.stays)) {
            startLooking(waiter);
        } else {
            waiter.looking = true; // the thread that woke it has counted it
        }
    }

    /** Removes the waiter, unless it was woken in that stay; returns whether it did. */
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

    /** Wakes the waiter that has waited longest. Returns whether there was one. */
    public boolean wakeOne() {
        StackRoom.claim(stackToWake); // one that is taken out of the queue must be woken
        Waiter longest = takeOutFirst();
        if (longest == null) {
            return false;
        }
        longest.wake();
        return true;
    }

    public void wakeOneIfNeeded() {
        if (needsWakeUp()) {
            wakeOne();
        }
    }

    public void wakeAll() {
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

    /** A thread or a suspended exchange that can wait in one queue at a time. */
    public abstract static class Waiter {
        // guarded by the queue's lock
        private @Nullable Waiter previous;
        private @Nullable Waiter next;
        private @Nullable Thread thread;

        /** Changed under the lock of that queue, so each queue can check under its own lock whether it is the one. */
        private @Nullable WaitQueue queue;

        private long stays; // how often this has entered a queue; changed under the lock of that queue
        volatile boolean woken; // set by the thread that took this waiter out of the queue to wake it
        protected boolean
                looking; // whether a queue counts this as looking; used by the owner only, and not while in a queue

        /** Whether the waiter must still wait. Called after it has entered the queue and after a full fence. */
        protected abstract boolean mustWait();

        /** Whether its last stay in a queue has ended because another thread woke it. */
        protected final boolean wasWoken() {
            return woken;
        }

        /** Called by the thread that removed this from the queue, after the removal. */
        protected void wake() {
            Threading.unpark(thread);
        }
    }
}
