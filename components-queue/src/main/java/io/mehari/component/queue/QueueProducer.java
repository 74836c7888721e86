package io.mehari.component.queue;

import io.mehari.AsyncCallback;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.HandoverProducer;
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

    QueueProducer(QueueEndpoint endpoint) {
        this.endpoint = endpoint;
        this.queue = endpoint.queue();
        this.settings = endpoint.settings();
        this.exchanges = endpoint.getExchangeFactory();
        this.looksForConsumers = settings.failIfNoConsumers || settings.discardIfNoConsumers;
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    // ---- the exchange itself

    @Override
    public boolean handOver(Exchange exchange) throws Exception {
        Channel only = queue.only();
        if (only == null || isWaitedFor(exchange) || Staying.isIn(exchange)) {
            return false;
        }
        if (looksForConsumers && isForNobody(exchange)) {
            queue.discard(exchange, exchanges, "there is no consumer");
            return true;
        }
        if (!only.offer(exchange)
                && !(settings.blockWhenFull && only.offerBriefly(exchange))
                && !admit(new Shipment.ToOne(only, exchange), only)) {
            queue.discard(exchange, exchanges, "the queue was full");
        }
        return true;
    }

    // ---- a copy

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (isWaitedFor(exchange)) {
            Reply reply = new Reply(exchange, callback);
            if (send(exchange, reply)) {
                setDeadline(reply, exchange);
                return false;
            }
        } else {
            send(exchange, null);
        }
        callback.done(true);
        return true;
    }

    private void setDeadline(Reply reply, Exchange exchange) {
        if (settings.timeoutMillis > 0) {
            reply.setDeadline(endpoint.pools()
                    .schedule(
                            () -> {
                                if (reply.giveUp(timedOut(exchange))) {
                                    endpoint.callBackElsewhere(reply);
                                }
                            },
                            settings.timeoutMillis));
        }
    }

    private ExchangeTimedOutException timedOut(Exchange exchange) {
        return new ExchangeTimedOutException(exchange, endpoint.toString(), settings.timeoutMillis);
    }

    @Override
    public void process(Exchange exchange) {
        if (!isWaitedFor(exchange)) {
            send(exchange, null);
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        Reply reply = new Reply(exchange, doneSync -> done.countDown());
        if (send(exchange, reply)) {
            await(reply, done, exchange);
        }
    }

    /** The sender's own thread keeps the time. */
    private void await(Reply reply, CountDownLatch done, Exchange exchange) {
        boolean interrupted = false;
        try {
            if (settings.timeoutMillis <= 0) {
                done.await();
            } else if (!done.await(settings.timeoutMillis, TimeUnit.MILLISECONDS)
                    && !reply.giveUp(timedOut(exchange))) {
                done.await(); // the reply is being written at this moment
            }
        } catch (InterruptedException e) {
            interrupted = true;
            if (!reply.giveUp(e)) {
                awaitReply(done);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitReply(CountDownLatch done) {
        boolean over = false;
        while (!over) {
            try {
                done.await();
                over = true;
            } catch (InterruptedException e) {
                // the flag is set again by the caller; the reply takes a moment
            }
        }
    }

    /** Whether the sender goes on only when the message was processed. */
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
     * Sends a copy, or one to each consumer. What goes wrong is the exchange's exception.
     *
     * @return whether somebody will answer or end the copy
     */
    @SuppressWarnings("CatchingUnchecked") // whatever a queue of the user's throws is this exchange's failure
    private boolean send(Exchange exchange, @Nullable Reply reply) {
        Shipment shipment = new Shipment(queue, exchanges, exchange, reply, pattern(exchange));
        try {
            if (looksForConsumers && isForNobody(exchange)) {
                shipment.discard("there is no consumer");
            } else {
                Channel only = queue.only();
                BlockedSender.Attempt attempt = shipment.to(only);
                Channel full = attempt.send();
                if (full != null && settings.blockWhenFull) {
                    full = attempt.sendBriefly(full);
                }
                if (full != null && !admit(attempt, full)) {
                    shipment.discard("the queue was full");
                }
            }
            return true;
        } catch (Throwable e) {
            shipment.takeBack();
            exchange.setException(e);
            return false;
        }
    }

    // ---- what both have in common

    private boolean isForNobody(Exchange exchange) throws QueueConsumerNotAvailableException {
        if (queue.hasConsumers()) {
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

    /** Does what the options say about a full queue; false when the message is to be dropped. */
    private boolean admit(BlockedSender.Attempt attempt, Channel full) throws InterruptedException {
        Channel still = full;
        if (settings.blockWhenFull && !full.isClosed()) {
            still = BlockedSender.send(attempt, full, deadline());
        }
        if (still == null) {
            return true;
        }
        if (still.isClosed()) {
            throw new QueueClosedException(
                    queue.name() + " takes nothing any more, since its context has stopped: start that again first");
        }
        FlightRecorder.full(queue.name(), queue.capacity());
        if (settings.discardWhenFull) {
            return false;
        }
        throw new QueueFullException(queue.name() + " is full: " + queue.capacity() + " messages are queued"
                + (settings.blockWhenFull
                        ? ", and none was taken within " + settings.offerTimeoutMillis
                                + " ms; take faster, or wait longer with offerTimeout"
                        : "; make it larger with size, wait with blockWhenFull, or drop with discardWhenFull"));
    }

    private long deadline() {
        return settings.offerTimeoutMillis <= 0
                ? WaitingRoom.FOR_EVER
                : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.offerTimeoutMillis);
    }
}
