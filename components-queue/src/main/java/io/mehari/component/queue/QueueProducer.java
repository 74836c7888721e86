package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.component.queue.ring.FlightRecorder;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.connector.EndsOnce;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.HandoverProducer;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.StackRoom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends to a queue. */
final class QueueProducer implements HandoverProducer {
    private final Endpoint endpoint;
    private final SharedQueue queue;
    private final QueueSettings settings;
    private final DeadlockDetector deadlocks;
    private final ExchangeFactory exchanges;
    private final boolean isBorrowed;
    private final boolean looksForConsumers;
    private boolean started;

    QueueProducer(Endpoint endpoint, SharedQueue queue, QueueSettings settings, DeadlockDetector deadlocks) {
        this.endpoint = endpoint;
        this.queue = queue;
        this.settings = settings;
        this.deadlocks = deadlocks;
        // A user's queue knows an exchange by its identity: no object is in it a second time (see BorrowedRing).
        this.isBorrowed = queue.isBorrowed();
        ExchangeFactory factory = endpoint.getExchangeFactory();
        this.exchanges = isBorrowed ? factory.withoutPool() : factory;
        this.looksForConsumers = settings.failIfNoConsumers || settings.discardIfNoConsumers;
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    @Override
    public synchronized void start() {
        if (!started) {
            queue.hold(); // first: what has thrown has not been counted
            started = true;
            if (!looksForConsumers) {
                queue.written();
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (started) {
            queue.release(exchanges);
            started = false;
        }
    }

    // ---- the exchange itself

    @Override
    public boolean handOver(Exchange exchange) throws Exception {
        Channel only = queue.only();
        if (only == null
                || isBorrowed
                || isWaitedFor(exchange)
                || !exchange.getExchangeExtension().allowsHandover()) {
            return false;
        }
        if (hasNoReceiver(exchange)) {
            queue.discard(exchange, exchanges, "there is no consumer");
            return true;
        }
        return only.offer(exchange) || handOverToFull(exchange, only);
    }

    private boolean handOverToFull(Exchange exchange, Channel only) throws InterruptedException {
        OutgoingMessage message = new OutgoingMessage(queue, exchanges, exchange, only);
        if (sendAgain(message, only) == null) {
            return true;
        }
        if (mustNotWait(only)) {
            return false; // the exchange stays suspended in its route, and a copy waits for room
        }
        admit(message, only);
        return true;
    }

    /** Law S2: a thread that also serves other routes must not wait for room. */
    private boolean mustNotWait(Channel full) {
        return settings.blockWhenFull && !full.isClosedToCaller() && RouteThreads.isSharedThread(pools());
    }

    // ---- a copy

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Reply reply = isWaitedFor(exchange) ? new Reply(exchange, callback, pools()) : null;
        if (send(exchange, reply, callback)) {
            return false;
        }
        callback.done(true);
        return true;
    }

    /** False if the exchange has failed, because it could not be scheduled. Otherwise the reply calls back. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    boolean setDeadline(Reply reply) {
        if (settings.timeoutMillis <= 0) {
            return true;
        }
        try {
            // law S2: on the pool, since what is said of the queue may wait for code of users, and the timer must not
            reply.setDeadline(RouteThreads.resumeAfter(pools(), () -> timeIsUp(reply), settings.timeoutMillis));
            return true;
        } catch (Throwable e) {
            return !reply.giveUp(any -> e);
        }
    }

    private void timeIsUp(Reply reply) {
        if (reply.giveUp(this::timedOut)) {
            queue.gaveUp(exchanges);
            reply.callBack();
        }
    }

    private Throwable timedOut(Exchange owned) {
        queue.expired.increment();
        return EndsOnce.timedOut(owned, endpoint, settings.timeoutMillis, queue.whyItWaits());
    }

    @Override
    public void process(Exchange exchange) {
        if (!isWaitedFor(exchange)) {
            send(exchange, null, null);
            return;
        }
        CountDownLatch done = Threading.latch();
        Reply reply = new Reply(exchange, doneSync -> done.countDown(), null);
        if (send(exchange, reply, null)) {
            await(reply, done);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the wait itself may fail: the stack or the heap is full
    private void await(Reply reply, CountDownLatch done) {
        try {
            if (settings.timeoutMillis <= 0) {
                done.await();
            } else if (!done.await(settings.timeoutMillis, TimeUnit.MILLISECONDS)) {
                giveUp(reply, this::timedOut, done);
            }
        } catch (InterruptedException e) {
            giveUp(reply, any -> e, done);
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            giveUp(reply, any -> e, done); // the caller may use its exchange again, so no reply may come later
        }
    }

    private void giveUp(Reply reply, Function<Exchange, Throwable> why, CountDownLatch done) {
        if (reply.giveUp(why)) {
            queue.gaveUp(exchanges);
            return;
        }
        for (int tries = 0; done.getCount() > 0; tries++) {
            SpinThenPark.pause(tries); // another thread is writing the reply now
        }
    }

    private boolean isWaitedFor(Exchange exchange) {
        WaitForTaskToComplete wait = settings.waitForTaskToComplete;
        if (exchange.hasProperties()) {
            WaitForTaskToComplete own =
                    exchange.getProperty(WaitForTaskToComplete.PROPERTY, WaitForTaskToComplete.class);
            wait = own != null ? own : wait;
        }
        return wait == WaitForTaskToComplete.Always
                || (wait == WaitForTaskToComplete.IfReplyExpected && pattern(exchange) == ExchangePattern.InOut);
    }

    private ExchangePattern pattern(Exchange exchange) {
        ExchangePattern own = settings.exchangePattern;
        return own != null ? own : exchange.getPattern();
    }

    /**
     * Sends a copy, or a copy to each consumer. A failure is set as the exception of the exchange.
     *
     * @param callback null if the calling thread waits
     * @return whether the exchange is not done yet: it is suspended, or waits for the reply
     */
    @SuppressWarnings("CatchingUnchecked") // what a user's queue throws is this exchange's failure
    private boolean send(Exchange exchange, @Nullable Reply reply, @Nullable AsyncCallback callback) {
        OutgoingMessage message = new OutgoingMessage(queue, exchanges, exchange, reply, pattern(exchange));
        SuspendedSender suspended = null;
        try {
            if (hasNoReceiver(exchange)) {
                message.discard("there is no consumer");
            } else {
                Channel full = message.send();
                full = full == null ? null : sendAgain(message, full);
                if (full != null && callback != null && mustNotWait(full)) {
                    StackRoom.claim(StackRoom.EXECUTOR); // from here on, its end is that of the send
                    suspended = new SuspendedSender(this, deadlocks, message, full, deadline(), callback);
                } else if (full != null) {
                    admit(message, full);
                }
            }
        } catch (Throwable e) {
            message.takeBack(e);
            return false;
        }
        if (suspended != null) {
            suspended.begin();
            return true;
        }
        if (reply != null && callback != null) {
            return setDeadline(reply);
        }
        return reply != null;
    }

    // ---- for both

    private boolean hasNoReceiver(Exchange exchange) throws QueueConsumerNotAvailableException {
        if (!looksForConsumers || queue.hasConsumers()) {
            return false;
        }
        if (settings.failIfNoConsumers) {
            throw new QueueConsumerNotAvailableException(
                    endpoint + ": " + queue.unread() + ", or leave failIfNoConsumers out", exchange);
        }
        return true;
    }

    /** Drops copies whose senders have given up, or spins briefly. Returns the channel that still has no room. */
    private @Nullable Channel sendAgain(OutgoingMessage message, Channel full) {
        Channel still = queue.dropGivenUp(exchanges) ? message.send() : full;
        return still != null && settings.blockWhenFull ? message.sendBriefly(still) : still;
    }

    /** Handles a full queue as the options say: waits for room, drops the message, or throws. */
    private void admit(OutgoingMessage message, Channel full) throws InterruptedException {
        Channel still = full;
        if (settings.blockWhenFull && !full.isClosedToCaller()) {
            still = BlockedSender.send(message, full, deadline());
        }
        if (still != null) {
            refuse(message, still);
        }
    }

    private long deadline() {
        return WaitQueue.deadline(settings.offerTimeoutMillis);
    }

    /** Drops the message if the options say so. Otherwise throws, and the message stays with its sender. */
    void refuse(OutgoingMessage message, Channel still) {
        if (still.isClosedToCaller()) {
            queue.refused.increment();
            throw new QueueClosedException(queue.name() + " accepts no more messages, since its context "
                    + (still.isClosed() ? "has stopped, or has forgotten it because it was not in use" : "is stopping")
                    + ": start the context again, or get the endpoint again");
        }
        FlightRecorder.full(queue.name(), queue.capacity());
        if (settings.discardWhenFull) {
            message.discard("the queue was full");
            return;
        }
        queue.refused.increment();
        throw new QueueFullException(queue.name() + " is full: " + queue.capacity() + " messages are queued"
                + (!queue.hasReader()
                        ? ", and " + queue.unread()
                        : settings.blockWhenFull
                                ? ", and none was taken within " + settings.offerTimeoutMillis
                                        + " ms; take faster, or wait longer with offerTimeout"
                                : "; make it larger with size, wait with blockWhenFull, or drop with discardWhenFull"));
    }
}
