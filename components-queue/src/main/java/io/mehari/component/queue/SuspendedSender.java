package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.RouteThreads;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A sender that waits for room in a full channel without blocking a thread: the sending exchange is suspended. */
final class SuspendedSender extends BlockedSender implements AsyncCallback, Runnable {
    /*
     * One thread at a time owns this object: first the one that created it, then each thread of the shared pool that
     * runs it after a wake-up. The lock of the wait queue and the pool make the writes of one owner visible to the
     * next. `full` is volatile because the timer reads it to find the wait queue. If the timeout expires while this is
     * in no queue, the owner sees that after it has entered the next queue.
     */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final QueueProducer producer;
    private final AsyncCallback callback;
    private final ThreadPools pools;
    private final DeadlockDetector deadlocks;
    private ThreadPools.@Nullable Delayed timer;
    private @Nullable QueueLoopException loop;
    private volatile boolean looksAgain;
    private volatile boolean over;

    /** @param callback called when the exchange continues */
    SuspendedSender(
            QueueProducer producer,
            DeadlockDetector deadlocks,
            OutgoingMessage message,
            Channel full,
            long deadline,
            AsyncCallback callback) {
        super(message, full, deadline);
        this.producer = producer;
        this.deadlocks = deadlocks;
        this.callback = callback;
        this.pools = producer.pools();
    }

    /** Starts to wait. The exchange is suspended; it may continue on another thread before this returns. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    void begin() {
        try {
            if (!waitsForEver()) {
                long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, deadline - began)) + 1;
                timer = pools.schedule(this::wakeUp, millis);
            }
            deadlocks.add(this, pools);
        } catch (Throwable e) {
            leave(e);
            return;
        }
        sendOrStay();
    }

    private void wakeUp() {
        full().blockedSenders.wake(this);
    }

    AsyncCallback callback() {
        return callback;
    }

    /** Ends the wait with that failure, if this is still in the same stay in the channel's queue of senders. */
    void fail(QueueLoopException failure, Channel in, long stay) {
        if (in.blockedSenders.takeOut(this, stay)) {
            loop = failure; // this thread owns it until wake()
            wake();
        }
    }

    // ---- waiting

    /** Runs on the thread that made room, and only submits a task. */
    @Override
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    protected void wake() {
        try {
            RouteThreads.tryToResume(pools, this);
        } catch (Throwable e) {
            wakeLater();
        }
    }

    /** This is in no queue, so nobody else would wake it. If the pools do not take it at all, the send fails. */
    @SuppressWarnings("CatchingUnchecked")
    private void wakeLater() {
        while (true) {
            try {
                pools.schedule(this::wake, Channel.LOOK_AGAIN_MILLIS);
                return;
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            } catch (Throwable e) {
                looking = true; // as in done()
                leave(e);
                return;
            }
        }
    }

    @Override
    public void run() {
        done(false);
    }

    /** Runs on a thread of the shared pool after a wake-up. */
    @Override
    public void done(boolean doneSync) {
        looking = true; // the thread that woke it has counted it
        sendOrStay();
    }

    @SuppressWarnings("CatchingUnchecked")
    private void sendOrStay() {
        Throwable failure = null;
        try {
            if (loop != null) {
                throw loop;
            }
            Channel refusing = message.send();
            while (refusing != null && !refusing.isClosedToCaller() && !isOver()) {
                if (staysIn(refusing)) {
                    return; // the thread that wakes it owns it now
                }
                refusing = message.send();
            }
            if (refusing != null) {
                producer.refuse(message, refusing);
            }
        } catch (Throwable e) { // what a user's queue throws is this exchange's failure
            failure = e;
        }
        leave(failure);
    }

    /** Called once; the failure is null if the message was sent. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's, and the sender waits
    private void leave(@Nullable Throwable failure) {
        over = true;
        try {
            deadlocks.remove(this);
            if (timer != null) {
                timer.cancel();
            }
            stopWaiting();
        } catch (Throwable e) {
            Log.warn(SuspendedSender.class, "A sender has ended its wait, but its timer may still run", e);
        } finally {
            end(failure);
        }
    }

    private boolean staysIn(Channel next) {
        waitsIn(next);
        if (!looksAgain && next.ring().isBorrowed()) {
            looksAgain = true;
            pools.schedule(this::lookAgain, Channel.LOOK_AGAIN_MILLIS);
        }
        return next.blockedSenders.stay(this);
    }

    /** Law S4: whatever the pools throw, the sender looks again, or fails. */
    @SuppressWarnings("CatchingUnchecked")
    private void lookAgain() {
        for (boolean looks = false; !looks && !over; ) {
            try {
                pools.schedule(this::lookAgain, Channel.LOOK_AGAIN_MILLIS);
                looks = true;
            } catch (OutOfMemoryError e) {
                Threading.parkNanos(this, AGAIN_NANOS);
            } catch (Throwable e) {
                looksAgain = false; // when it wakes up, it asks the pools itself, and fails with what they throw
                break;
            }
        }
        if (!over) {
            wakeUp();
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    protected boolean mustWait() {
        try {
            // what takes from a borrowed queue wakes no sender: one that does not look again must not wait
            return looksAgain || (!full().ring().isBorrowed() && super.mustWait() && !isOver());
        } catch (Throwable e) {
            return false; // a user's queue has failed: the next attempt will show it
        }
    }

    /** Called once; the failure is null if the message was sent. */
    private void end(@Nullable Throwable failure) {
        if (failure != null) {
            message.takeBack(failure);
        }
        if (failure != null || message.reply == null || !producer.setDeadline(message.reply)) {
            callback.done(false);
        }
    }
}
