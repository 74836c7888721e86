package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HandoverProducer;
import io.mehari.spi.Threading;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sends to a queue. */
final class QueueProducer implements HandoverProducer {
    private final QueueEndpoint endpoint;
    private final SharedQueue queue;
    private final QueueSettings settings;
    private final ExchangeFactory exchanges;
    private final boolean looksForConsumers;
    private boolean started;

    QueueProducer(QueueEndpoint endpoint) {
        this.endpoint = endpoint;
        this.queue = endpoint.queue();
        this.settings = endpoint.settings();
        this.exchanges = endpoint.getExchangeFactory();
        this.looksForConsumers = settings.failIfNoConsumers || settings.discardIfNoConsumers;
    }

    @Override
    public QueueEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public synchronized void start() {
        if (!started) {
            started = true;
            endpoint.holdQueue();
        }
    }

    @Override
    public synchronized void stop() {
        if (started) {
            started = false;
            endpoint.releaseQueue();
        }
    }

    // ---- the exchange itself

    @Override
    public boolean handOver(Exchange exchange) throws Exception {
        Channel only = queue.only();
        if (only == null
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
        return settings.blockWhenFull
                && !full.isClosedToCaller()
                && endpoint.pools().isSharedThread();
    }

    // ---- a copy

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        Reply reply = isWaitedFor(exchange) ? new Reply(exchange, callback, endpoint.pools()) : null;
        if (send(exchange, reply, callback)) {
            return false;
        }
        callback.done(true);
        return true;
    }

    /** False if the exchange has failed, because it could not be scheduled. Otherwise the reply calls back. */
    @SuppressWarnings("CatchingUnchecked") // the thread pools may be the user's
    boolean setDeadline(Reply reply, Exchange exchange) {
        if (settings.timeoutMillis <= 0) {
            return true;
        }
        try {
            Runnable afterwards = () -> {
                queue.gaveUp(exchanges);
                reply.callBack();
            };
            reply.setDeadline(
                    endpoint.pools().schedule(() -> timeIsUp(reply, exchange, afterwards), settings.timeoutMillis));
            return true;
        } catch (Throwable e) {
            return !reply.giveUp(e);
        }
    }

    private void timeIsUp(Reply reply, Exchange exchange, Runnable afterwards) {
        if (reply.giveUp(timedOut(exchange))) {
            endpoint.pools().resume(afterwards);
        }
    }

    /** Without room for it, the sender gets that error: it must not wait for ever. */
    private Throwable timedOut(Exchange exchange) {
        try {
            return newTimeout(exchange);
        } catch (OutOfMemoryError e) {
            return e;
        }
    }

    private ExchangeTimedOutException newTimeout(Exchange exchange) {
        return new ExchangeTimedOutException(exchange, endpoint.toString(), settings.timeoutMillis);
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
            await(reply, done, exchange);
        }
    }

    private void await(Reply reply, CountDownLatch done, Exchange exchange) {
        try {
            if (settings.timeoutMillis <= 0) {
                done.await();
            } else if (!done.await(settings.timeoutMillis, TimeUnit.MILLISECONDS)) {
                giveUp(reply, timedOut(exchange), done);
            }
        } catch (InterruptedException e) {
            giveUp(reply, e, done);
            Thread.currentThread().interrupt();
        }
    }

    private void giveUp(Reply reply, Throwable why, CountDownLatch done) {
        if (reply.giveUp(why)) {
            queue.gaveUp(exchanges);
            return;
        }
        for (int tries = 0; done.getCount() > 0; tries++) {
            Backoff.spinThenPark(tries); // another thread is writing the reply now
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
                    suspended = new SuspendedSender(this, message, full, callback);
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
            return setDeadline(reply, exchange);
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
                    "No running route starts from " + endpoint + ": add one with from(\"" + queue.name()
                            + "\"), start it, or leave failIfNoConsumers out",
                    exchange);
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
            still = BlockedSender.send(message, full, WaitQueue.deadline(settings.offerTimeoutMillis));
        }
        if (still != null) {
            refuse(message, still);
        }
    }

    /** Drops the message if the options say so. Otherwise throws, and the message stays with its sender. */
    void refuse(OutgoingMessage message, Channel still) {
        if (still.isClosedToCaller()) {
            throw new QueueClosedException(queue.name() + " accepts no more messages, since its context "
                    + (still.isClosed() ? "has stopped, or has forgotten it because it was not in use" : "is stopping")
                    + ": start the context again, or get the endpoint again");
        }
        FlightRecorder.full(queue.name(), queue.capacity());
        if (settings.discardWhenFull) {
            message.discard("the queue was full");
            return;
        }
        throw new QueueFullException(queue.name() + " is full: " + queue.capacity() + " messages are queued"
                + (settings.blockWhenFull
                        ? ", and none was taken within " + settings.offerTimeoutMillis
                                + " ms; take faster, or wait longer with offerTimeout"
                        : "; make it larger with size, wait with blockWhenFull, or drop with discardWhenFull"));
    }
}
