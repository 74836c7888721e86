package io.mehari.component.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Where threads sleep until somebody has something for them: takers of an empty ring, producers of a full one. */
final class WaitingRoom {
    /*
     * No wake-up is lost. A waiter and the thread that has something for it do
     *
     *     waiter: enter (waiting++)           other: change the ring (move an index)
     *             full fence                         full fence
     *             look at the ring                   look at waiting
     *
     * so at least one of them sees the other. The waiter then goes on by itself; or it is called: taken out of the room, marked,
     * and unparked. The fence of the other is part of Ring.offer() and Ring.poll(). While nobody waits, all that a
     * message costs is the look at `waiting`, which lies still in every processor's cache.
     *
     * One call wakes one waiter, the one that has waited longest. Until that thread runs, a fast other side does a hundred
     * things, and must not call a hundred waiters. So there is a second count, `coming`: waiters that were called or came out
     * by themselves, and threads that look for something awake (comes). While it is not zero, nobody is called. Whoever is
     * counted there says when he has got something, gives up or goes to sleep; the last to say so looks himself
     * whether there is more to do, and calls (Channel.passOn…):
     *
     *     other: change the ring              who comes: coming--
     *            full fence                              (a full fence)
     *            look at waiting, coming                 look at waiting, coming and the ring
     *
     * Either the other finds nobody coming, and calls; or `coming` drops behind his look, hence behind his change, and the
     * last who came sees that.
     *
     * The lock is held for a few instructions, by those who enter, leave and call, and never while a thread sleeps.
     */
    static final long FOR_EVER = Long.MAX_VALUE;

    private volatile int waiting;

    @SuppressWarnings("UnusedVariable") // written through COMING
    private volatile int coming;

    private @Nullable Waiter first;
    private @Nullable Waiter last;

    boolean isAnybodyWaiting() {
        return waiting != 0;
    }

    /** Whether somebody waits, and nobody is on the way to see what there is. */
    boolean needsCall() {
        return waiting != 0 && coming == 0;
    }

    /** The caller is awake and looks for something: nobody need be called until it {@link #arrived}. */
    void comes(Waiter waiter) {
        if (!waiter.comes) {
            waiter.comes = true;
            COMING.getAndAdd(this, 1);
        }
    }

    /**
     * The caller has got something, or does not look any more. To be called by whoever has been asleep here.
     *
     * @return whether it must look if there is more, and call if so
     */
    boolean arrived(Waiter waiter) {
        if (!waiter.comes) {
            return false;
        }
        waiter.comes = false;
        COMING.getAndAdd(this, -1);
        return needsCall();
    }

    /** How many wait. */
    int waiting() {
        return waiting;
    }

    /**
     * Sleeps until the waiter is called or need not wait any more, the time is up or the thread is interrupted. It may
     * also end for no reason. Afterwards the waiter counts as one that comes.
     *
     * @param deadline by the nano time, or FOR_EVER
     * @return false when the thread was interrupted, of which the flag is then clear
     */
    boolean sleep(Waiter waiter, long deadline) {
        enter(waiter);
        try {
            while (!waiter.called && waiter.mustWait()) {
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

    void enter(Waiter waiter) {
        synchronized (this) {
            waiter.called = false;
            waiter.thread = Thread.currentThread();
            waiter.before = last;
            waiter.behind = null;
            if (last == null) {
                first = waiter;
            } else {
                last.behind = waiter;
            }
            last = waiter;
            waiting++;
        }
        if (waiter.comes) {
            waiter.comes = false;
            COMING.getAndAdd(this, -1);
        }
        VarHandle.fullFence();
    }

    void leave(Waiter waiter) {
        if (leaves(waiter)) {
            comes(waiter);
        } else {
            waiter.comes = true; // whoever called has counted it
        }
    }

    /** Whether it goes without having been called. */
    private synchronized boolean leaves(Waiter waiter) {
        if (!waiter.called) {
            remove(waiter);
        }
        return !waiter.called;
    }

    private synchronized void remove(Waiter waiter) {
        Waiter before = waiter.before;
        Waiter behind = waiter.behind;
        if (before == null) {
            first = behind;
        } else {
            before.behind = behind;
        }
        if (behind == null) {
            last = before;
        } else {
            behind.before = before;
        }
        waiter.before = null;
        waiter.behind = null;
        waiting--;
    }

    /** Wakes the one that has waited longest, if there is one. */
    void call() {
        wake(next());
    }

    /** Wakes all that wait now. */
    void callAll() {
        for (int left = waiting; left > 0; left--) {
            wake(next());
        }
    }

    private synchronized @Nullable Waiter next() {
        Waiter next = first;
        if (next != null) {
            remove(next);
            next.called = true;
            COMING.getAndAdd(this, 1);
        }
        return next;
    }

    private static void wake(@Nullable Waiter waiter) {
        if (waiter != null) {
            LockSupport.unpark(waiter.thread);
        }
    }

    private static final VarHandle COMING;

    static {
        try {
            COMING = MethodHandles.lookup().findVarHandle(WaitingRoom.class, "coming", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
