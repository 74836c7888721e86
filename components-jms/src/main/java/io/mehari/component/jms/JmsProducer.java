package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.connector.SendCompletion;
import io.mehari.connector.SendingProducer;
import io.mehari.connector.SharedClient;
import org.jspecify.annotations.Nullable;

/**
 * Sends to a queue or a topic. A {@link Worker}, which waits for the end of its route in any case, waits for a send.
 */
final class JmsProducer extends SendingProducer<Sender> {
    private final JmsAccess access;
    private final JmsSettings settings;

    JmsProducer(JmsAccess access, SharedClient<Sender> sender) {
        super(sender, access.queuedSends);
        this.access = access;
        this.settings = access.settings;
    }

    @Override
    protected void started(Sender sender) {
        if (settings.options.get(JmsOptions.TEST_CONNECTION_ON_STARTUP)) {
            access.testConnection();
        }
    }

    @Override
    protected RuntimeException notStarted(String message) {
        return new JmsConnectionException(message, null);
    }

    @Override
    protected boolean send(Sender open, Exchange exchange, AsyncCallback callback) throws Exception {
        SendCompletion completion = completion(exchange);
        boolean expectsReply = completion == SendCompletion.Reply;
        Outgoing outgoing = Outgoing.message(exchange, settings, expectsReply);
        Delivery transaction = expectsReply ? null : transaction(exchange);
        if (transaction != null) {
            return transaction.send(access, outgoing, exchange, callback);
        }
        Worker worker = completion == SendCompletion.Accepted && !settings.asyncSend ? Worker.current() : null;
        if (worker != null && open.sendHere(worker, outgoing, exchange::setException)) {
            return false;
        }
        boolean queued = completion == SendCompletion.Queued;
        String replyId = expectsReply ? open.newCorrelationId() : null;
        return pass(open, new JmsCall(open, exchange, callback, queued, outgoing, replyId), Sender::send);
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

    private @Nullable Delivery transaction(Exchange exchange) {
        return settings.joinsTransactions
                        && exchange.isTransacted()
                        && exchange.getProperty(Delivery.PROPERTY) instanceof Delivery delivery
                        && delivery.joins(exchange, settings)
                ? delivery
                : null;
    }
}
