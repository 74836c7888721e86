package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A message that found a channel full and waits for room without a thread; the exchange that it is sent by is
 * suspended.
 */
final class SuspendedSender extends BlockedSender implements AsyncCallback {
    /*
     * It belongs to one thread at a time: the one that began it, and then each thread of the shared pool that it is
     * given to after it was woken. The lock of the wait queue and the pool make what one thread has written visible to
     * the next. `full` is volatile for the timer, which looks where it waits. The timer may come when it waits nowhere;
     * then the thread that has it sees that the time is up when it has entered the next queue.
     */
    /** Other code may take from a user's queue, and wakes no sender. */
    private static final long LOOK_AGAIN_MILLIS = 20;

    private final QueueProducer producer;
    private final Exchange exchange;
    private final @Nullable Reply reply;
    private final AsyncCallback callback;
    private final ThreadPools pools;
    private final SuspendedDeadlockDetector deadlocks;
    private ThreadPools.@Nullable Delayed timer;
    private @Nullable QueueLoopException loop;
    private volatile boolean looksAgain;
    private volatile boolean over;

    /**
     * @param full the channel that had no room
     * @param callback what is called when the exchange goes on
     */
    SuspendedSender(
            QueueProducer producer,
            OutgoingMessage message,
            Channel full,
            Exchange exchange,
            @Nullable Reply reply,
            AsyncCallback callback) {
        super(message, full, producer.deadline());
        this.producer = producer;
        this.exchange = exchange;
        this.reply = reply;
        this.callback = callback;
        QueueEndpoint endpoint = producer.getEndpoint();
        this.pools = endpoint.pools();
        this.deadlocks = endpoint.deadlocks();
    }

    /** The exchange is suspended already; it may go on before this returns, on another thread. */
    void begin() {
        if (!waitsForEver()) {
            long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, deadline() - began())) + 1;
            timer = pools.schedule(this::wakeUp, millis);
        }
        deadlocks.add(this, pools);
        sendOrStay();
    }

    private void wakeUp() {
        full().blockedSenders.wake(this);
    }

    AsyncCallback callback() {
        return callback;
    }

    /** Ends it with that failure, if it is still in that stay in the channel's queue of senders. */
    void fail(QueueLoopException failure, Channel in, long stay) {
        if (in.blockedSenders.takeOut(this, stay)) {
            loop = failure; // it belongs to this thread until it is woken
            wake();
        }
    }

    // ---- its life

    /** On the thread that made room: that thread only hands on. */
    @Override
    void wake() {
        pools.resume(this);
    }

    /** On a thread of the shared pool, when it was woken. */
    @Override
    public void done(boolean doneSync) {
        looking = true; // the thread that woke it has counted it
        sendOrStay();
    }

    @SuppressWarnings("CatchingUnchecked")
    private void sendOrStay() {
        Throwable failure = null;
        Channel refusing = null;
        try {
            if (loop != null) {
                throw loop;
            }
            refusing = message.send();
            while (refusing != null && !refusing.isClosedToCaller() && !isOver()) {
                if (staysIn(refusing)) {
                    return; // it belongs to the thread that wakes it
                }
                refusing = message.send();
            }
        } catch (Throwable e) { // what a user's queue throws is this exchange's failure
            failure = e;
        }
        over = true;
        deadlocks.remove(this);
        if (timer != null) {
            timer.cancel();
        }
        stopWaiting();
        end(refusing, failure);
    }

    private boolean staysIn(Channel next) {
        waitsIn(next);
        if (!looksAgain && next.ring().isBorrowed()) {
            looksAgain = true;
            pools.schedule(this::lookAgain, LOOK_AGAIN_MILLIS);
        }
        return next.blockedSenders.stay(this);
    }

    private void lookAgain() {
        if (!over) {
            pools.schedule(this::lookAgain, LOOK_AGAIN_MILLIS);
            wakeUp();
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    boolean mustWait() {
        try {
            return looksAgain || (super.mustWait() && !isOver());
        } catch (Throwable e) {
            return false; // a user's queue has failed: the next attempt will show it
        }
    }

    /**
     * Called once, with nothing when the message was sent; else with the channel that is still full or closed, or a
     * failure.
     */
    private void end(@Nullable Channel refusing, @Nullable Throwable failure) {
        Throwable failed = failure == null && refusing != null ? producer.refusal(refusing) : failure;
        if (failed != null) {
            message.takeBack();
            exchange.setException(failed);
            callback.done(false);
            return;
        }
        if (refusing != null) {
            message.discard("the queue was full");
        }
        if (reply != null) {
            producer.setDeadline(reply, exchange);
        } else {
            callback.done(false);
        }
    }
}
