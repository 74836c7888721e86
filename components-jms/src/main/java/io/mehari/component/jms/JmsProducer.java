package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.ShutdownAware;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Sends to a queue or a topic. The sender's exchange is suspended until the send is complete; no thread waits. */
final class JmsProducer implements AsyncProducer, ShutdownAware {
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private volatile @Nullable Sender sender;

    JmsProducer(JmsEndpoint endpoint) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
    }

    @Override
    public JmsEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public synchronized void start() {
        if (sender == null) {
            Sender mine = endpoint.holdSender();
            sender = mine;
            try {
                if (settings.testConnectionOnStartup) {
                    mine.testConnection();
                }
            } catch (RuntimeException | Error e) {
                stop();
                throw e;
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (sender != null) {
            sender = null;
            endpoint.releaseSender();
        }
    }

    // ---- sending

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        if (send(exchange, callback)) {
            return false;
        }
        callback.done(true);
        return true;
    }

    /** For a caller that can only wait: the template of a thread of the user's. */
    @Override
    public void process(Exchange exchange) {
        CountDownLatch done = new CountDownLatch(1);
        if (send(exchange, doneSync -> done.countDown())) {
            boolean interrupted = false;
            boolean over = false;
            while (!over) { // until the exchange is this thread's again: at the latest after requestTimeout
                try {
                    done.await();
                    over = true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the callback will be called; if not, the send is done, or the exchange has failed. */
    @SuppressWarnings("CatchingUnchecked") // a conversion of the user's may throw anything
    private boolean send(Exchange exchange, AsyncCallback callback) {
        try {
            Sender open = sender;
            if (open == null) {
                throw new JmsConnectionException(endpoint + ": this producer is not started", null);
            }
            SendCompletion completion = completion(exchange);
            boolean expectsReply = completion == SendCompletion.Reply;
            Outgoing outgoing = Outgoing.message(exchange, settings, expectsReply);
            Delivery transaction = expectsReply ? null : transaction(exchange);
            if (transaction != null) {
                return transaction.send(endpoint, outgoing, exchange, callback);
            }
            boolean leaves = completion == SendCompletion.Queued && endpoint.enqueue();
            String replyId = expectsReply ? open.newCorrelationId() : null;
            pass(
                    open,
                    leaves
                            ? queued(open, outgoing, exchange)
                            : new JmsCall(open, exchange, callback, outgoing, replyId));
            return !leaves;
        } catch (Throwable e) {
            exchange.setException(e);
            return false;
        }
    }

    /** A place of the queue is taken already; it is given back if the call cannot be made. */
    private JmsCall queued(Sender open, Outgoing outgoing, Exchange exchange) {
        boolean made = false;
        try {
            JmsCall call = new JmsCall.Queued(
                    endpoint, open, outgoing, settings.onSendFailure == null ? null : exchange.copy());
            made = true;
            return call;
        } finally {
            if (!made) {
                endpoint.dequeue();
            }
        }
    }

    /** From now on the call ends the send, even if no thread or timer can be made. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError
    private static void pass(Sender open, JmsCall call) {
        try {
            open.send(call);
        } catch (Throwable e) {
            call.fail(e);
        }
    }

    private SendCompletion completion(Exchange exchange) {
        SendCompletion given = settings.completion;
        if (given != null) {
            return given;
        }
        return exchange.getPattern() == ExchangePattern.InOut && !settings.disableReplyTo
                ? SendCompletion.Reply
                : SendCompletion.Accepted;
    }

    /** The transaction that the message is sent in; null if it is sent at once. */
    private @Nullable Delivery transaction(Exchange exchange) {
        return settings.joinsTransactions
                        && exchange.isTransacted()
                        && exchange.getProperty(Delivery.PROPERTY) instanceof Delivery delivery
                        && delivery.joins(exchange, settings)
                ? delivery
                : null;
    }

    // ---- stop

    /** Messages that senders have left here; a stop waits until the broker has acknowledged them. */
    @Override
    public int getPendingExchangesSize() {
        return endpoint.getQueuedSends();
    }
}
