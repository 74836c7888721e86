package io.mehari.component.jms;

import io.mehari.spi.Log;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** A connection of a sender: its session and producer, and the queue for replies once it is needed. */
final class SenderConnection {
    private final Sender sender;
    private final JmsSettings settings;
    private final String correlationPrefix;
    private final Connection connection;
    private final Session session;
    private final MessageProducer producer;
    private @Nullable Destination replyTo;
    private volatile @Nullable Throwable lost;

    SenderConnection(Sender sender, JmsEndpoint endpoint, String correlationPrefix) throws JMSException {
        this.sender = sender;
        this.settings = endpoint.settings();
        this.correlationPrefix = correlationPrefix;
        connection = endpoint.connect();
        boolean complete = false;
        try {
            connection.setExceptionListener(this::connectionLost);
            session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            producer = session.createProducer(endpoint.destination(session));
            connection.start();
            complete = true;
        } finally {
            if (!complete) {
                Closing.quietly(connection);
            }
        }
    }

    /** Called by a thread of the client. The sender closes the connection before its next send. */
    private void connectionLost(JMSException why) {
        lost = why;
        sender.lost(this, why);
    }

    boolean isLost() {
        return lost != null;
    }

    @Nullable
    Throwable lossCause() {
        return lost;
    }

    Message message(Outgoing outgoing, @Nullable String correlationId) throws JMSException {
        Message message = outgoing.toMessage(session);
        if (correlationId != null) {
            message.setJMSCorrelationID(correlationId);
            message.setJMSReplyTo(replyDestination());
        }
        return message;
    }

    private Destination replyDestination() throws JMSException {
        Destination known = replyTo;
        if (known != null) {
            return known;
        }
        Session replies = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        String named = settings.replyTo;
        Destination made = named == null ? replies.createTemporaryQueue() : replies.createQueue(named);
        // A named queue may be shared by many processes: each takes the replies to its own requests.
        MessageConsumer consumer = named == null
                ? replies.createConsumer(made)
                : replies.createConsumer(made, "JMSCorrelationID LIKE '" + correlationPrefix + "%'");
        MessageListener listener = this::replied;
        consumer.setMessageListener(listener);
        replyTo = made;
        return made;
    }

    @SuppressWarnings("CatchingUnchecked") // the client's thread must not end
    private void replied(Message reply) {
        try {
            sender.replied(reply.getJMSCorrelationID(), reply);
        } catch (Throwable e) {
            Log.warn(SenderConnection.class, sender + ": a reply could not be read; it is ignored", e);
        }
    }

    /*
     * Artemis without a confirmation window calls a CompletionListener when the message was written to the socket, so
     * that a broker that is killed loses messages which the listener has called complete. Hence the plain send, unless
     * the user asks for the other one: it returns after the acknowledgement with every client.
     */
    void send(Message message, Outgoing outgoing, CompletionListener listener) throws JMSException {
        int mode = outgoing.deliveryMode;
        if (settings.asyncSend) {
            producer.send(message, mode, outgoing.priority, outgoing.timeToLiveMillis, listener);
        } else { // returns when the broker has the message
            producer.send(message, mode, outgoing.priority, outgoing.timeToLiveMillis);
            listener.onCompletion(message);
        }
    }

    void closeBeside(JmsEndpoint endpoint) {
        Closing.beside(endpoint, connection);
    }

    void close(JmsEndpoint endpoint) {
        if (isLost()) {
            closeBeside(endpoint);
        } else {
            Closing.quietly(connection);
        }
    }
}
