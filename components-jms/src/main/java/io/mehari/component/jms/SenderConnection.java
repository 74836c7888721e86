package io.mehari.component.jms;

import io.mehari.Exchange;
import io.mehari.spi.Log;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A connection of a sender: its sessions, and the queue for replies once it is needed. */
final class SenderConnection {
    /*
     * One session belongs to the sender's thread. The others belong to workers: a worker takes one for each send, and
     * gives it back afterwards, so there are at most as many as workers that send at the same time. A session whose
     * send was ended by another thread is closed and does not come back. All are closed with the connection.
     */
    private final Sender sender;
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final String correlationPrefix;
    private final Connection connection;
    private final SendingSession own;
    private final ArrayDeque<SendingSession> idle = new ArrayDeque<>(); // guarded by itself
    private @Nullable Destination replyTo;
    private volatile @Nullable Throwable lost;
    private volatile boolean closed;

    SenderConnection(Sender sender, JmsEndpoint endpoint, String correlationPrefix) throws JMSException {
        this.sender = sender;
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.correlationPrefix = correlationPrefix;
        connection = endpoint.connect();
        boolean complete = false;
        try {
            connection.setExceptionListener(this::lost);
            own = new SendingSession(endpoint, connection);
            connection.start();
            complete = true;
        } finally {
            if (!complete) {
                Closing.quietly(connection);
            }
        }
    }

    /** Called by a thread of the client, or by a worker. The sender's thread closes the connection. */
    private void lost(Throwable why) {
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

    private boolean isOver() {
        return closed || isLost();
    }

    /** Whether the failure is that of one message, and the connection is still good. */
    static boolean isOfMessage(Throwable failure) {
        return failure instanceof MessageFormatException
                || failure instanceof MessageNotWriteableException
                || failure instanceof InvalidDestinationException
                || failure instanceof JMSSecurityException
                || failure instanceof ResourceAllocationException
                || failure instanceof JmsMessageException;
    }

    // ---- sends of the sender's thread

    void send(JmsCall call) throws JMSException {
        Message message = own.message(call.outgoing);
        String id = call.correlationId;
        if (id != null) {
            message.setJMSCorrelationID(id);
            message.setJMSReplyTo(replyDestination());
        }
        own.send(message, call.outgoing, call);
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

    // ---- sends of workers

    /**
     * Sends on the worker's thread, and returns true when the send is done or has failed. Returns false if no session
     * can be had: then the message is left to the sender's thread.
     */
    boolean sendHere(Worker worker, Outgoing outgoing, Exchange sending) {
        SendingSession session = isOver() ? null : take();
        if (session == null) {
            return false;
        }
        Throwable failure = session.sendHere(worker, outgoing);
        if (failure == null || isOfMessage(failure)) {
            giveBack(session);
        } else if (!session.isGivenUp()) {
            lost(failure);
        }
        if (failure != null) {
            sending.setException(sender.lostBefore(failure));
        } else if (isOver()) { // a client that is closed may end a send without a failure
            sending.setException(sender.lossOf(lost));
        }
        return true;
    }

    private @Nullable SendingSession take() {
        synchronized (idle) {
            SendingSession known = idle.pollLast();
            if (known != null) {
                return known;
            }
        }
        try {
            return new SendingSession(endpoint, connection);
        } catch (JMSException | RuntimeException e) {
            return null; // the broker or the client allows no more of them, or the connection is lost
        }
    }

    private void giveBack(SendingSession session) {
        synchronized (idle) {
            idle.addLast(session);
        }
    }

    // ---- the end

    void closeBeside() {
        closed = true;
        Closing.beside(endpoint, connection);
    }

    void close() {
        if (isLost()) {
            closeBeside();
        } else {
            closed = true;
            Closing.quietly(connection);
        }
    }
}
