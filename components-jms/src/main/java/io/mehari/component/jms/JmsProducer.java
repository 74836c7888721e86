package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.ShutdownAware;
import io.mehari.support.DefaultAsyncProducer;
import io.mehari.support.QueuedSends;
import org.jspecify.annotations.Nullable;

/**
 * Sends to a queue or a topic. The sender's exchange is suspended until the send is complete; no thread waits, but that of
 * a {@link Worker}, which would wait for the end of its route in any case.
 */
final class JmsProducer extends DefaultAsyncProducer implements ShutdownAware {
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final QueuedSends queuedSends;
    private volatile @Nullable Sender sender;

    JmsProducer(JmsEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.queuedSends = endpoint.queuedSends();
    }

    @Override
    public JmsEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    protected void doStart() throws Exception {
        Sender mine = endpoint.sender().hold();
        sender = mine;
        if (settings.testConnectionOnStartup) {
            mine.testConnection();
        }
    }

    @Override
    protected void doStop() {
        if (sender != null) {
            sender = null;
            endpoint.sender().release();
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
            Worker worker = completion == SendCompletion.Accepted && !settings.asyncSend ? Worker.current() : null;
            if (worker != null && open.sendHere(worker, outgoing, exchange)) {
                return false;
            }
            boolean leaves = completion == SendCompletion.Queued && queuedSends.tryBegin();
            String replyId = expectsReply ? open.newCorrelationId() : null;
            pass(
                    open,
                    leaves
                            ? queuedSends.make(exchange, kept -> new JmsCall.Queued(queuedSends, open, outgoing, kept))
                            : new JmsCall(open, exchange, callback, outgoing, replyId));
            return !leaves;
        } catch (Throwable e) {
            exchange.setException(e);
            return false;
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
        return queuedSends.size();
    }
}
