package io.mehari.component.jms;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.connector.PendingSend;
import jakarta.jms.CompletionListener;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/** The send of one message. Threads of the client end it. */
final class JmsCall extends PendingSend implements CompletionListener {
    private final Sender sender;
    final Outgoing outgoing;

    /** Finds this call when its reply comes; null if no reply is waited for. */
    final @Nullable String correlationId;

    JmsCall(
            Sender sender,
            Exchange exchange,
            AsyncCallback callback,
            boolean queued,
            Outgoing outgoing,
            @Nullable String correlationId) {
        super(sender.queuedSends(), exchange, callback, queued);
        this.sender = sender;
        this.outgoing = outgoing;
        this.correlationId = correlationId;
    }

    @Override
    public void onCompletion(Message message) {
        if (correlationId == null) {
            succeed();
        }
    }

    @Override
    public void onException(Message message, Exception failure) {
        sender.failed(this, failure);
    }

    @Override
    protected void take(Exchange exchange, Object result) throws Exception {
        Message reply = (Message) result;
        Object own = exchange.getHeader(JmsConstants.CORRELATION_ID);
        Object body = Incoming.body(reply);
        Incoming.headers(reply, exchange);
        exchange.setHeader(JmsConstants.CORRELATION_ID, own);
        exchange.setBody(body);
    }

    @Override
    protected void ended() {
        sender.forget(this);
    }

    @Override
    public void timeIsUp(long millis) {
        if (isWaitedFor()) {
            super.timeIsUp(millis);
        } else if (!isDone()) {
            fail(new JmsConnectionException(
                    sender + ": the broker has not acknowledged a message within " + millis + " ms", null));
        }
    }
}
