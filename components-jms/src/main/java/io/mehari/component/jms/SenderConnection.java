package io.mehari.component.jms;

import io.mehari.spi.internal.Log;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of a sender: its sessions, and the queue for replies once it is needed. */
final class SenderConnection {
    /*
     * One session belongs to the sender's thread. The others belong to workers: a worker takes one for each send, and
     * gives it back afterwards, so there are at most as many as workers that send at the same time. A session whose
     * send was ended by another thread is closed and does not come back. All are closed with the connection.
     *
     * A client says of most failures only that they are a JMSException: a queue that takes no more looks like a lost
     * connection. So after such a failure the connection is asked for another session. If it makes one, only that
     * message has failed.
     */
    private final Owner owner;
    private final JmsAccess access;
    private final JmsSettings settings;
    private final Connection connection;
    private final ArrayDeque<SendingSession> idle = new ArrayDeque<>(); // guarded by itself
    private @Nullable SendingSession own; // of the sender's thread
    private @Nullable Destination replyTo;
    private volatile @Nullable Throwable lost;
    private volatile boolean closed;

    /** Whose connection it is. */
    interface Owner {
        /** Called by any thread. The owner closes the connection. */
        void lost(SenderConnection lost, @Nullable Throwable why);

        /** Called by a thread of the client. */
        default void replied(@Nullable String correlationId, Message reply) {}

        /** What the correlation ids of its requests begin with; null: it sends replies, each to its own destination. */
        default @Nullable String correlationPrefix() {
            return null;
        }
    }

    SenderConnection(Owner owner, JmsAccess access) throws JMSException {
        this.owner = owner;
        this.access = access;
        this.settings = access.settings;
        connection = access.connect();
        try {
            connection.setExceptionListener(this::lost);
            idle.add(newSession());
            connection.start();
        } catch (JMSException | RuntimeException | Error e) {
            Closing.quietly(connection);
            throw e;
        }
    }

    private SendingSession newSession() throws JMSException {
        boolean ofReplies = owner.correlationPrefix() == null;
        return new SendingSession(
                access, connection, ofReplies, () -> lost(new JMSException("The client does not end a send")));
    }

    /** Called by a thread of the client, or by a worker. The sender's thread closes the connection. */
    private void lost(Throwable why) {
        lost = why;
        owner.lost(this, why);
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

    /** Whether the connection still works after that failure of a send, so that only one message has failed. */
    boolean worksAfter(Throwable failure) {
        return worksAfter(failure, SendingSession::close);
    }

    /**
     * Never throws: then the thread of the sender would end (law S4).
     *
     * @param then gets the session that the connection was asked for: it may take the place of one that was closed
     */
    @SuppressWarnings("CatchingUnchecked") // see above
    private boolean worksAfter(Throwable failure, Consumer<SendingSession> then) {
        if (JmsAccess.isOfMessage(failure)) {
            return true;
        }
        if (isOver() || !(failure instanceof Exception)) {
            return false;
        }
        try {
            then.accept(newSession());
            return !isOver();
        } catch (Throwable e) {
            return false;
        }
    }

    // ---- sends of the sender's thread

    void send(JmsCall call) throws JMSException {
        SendingSession session = own;
        if (session == null) {
            session = taken();
            own = session;
        }
        Message message = session.message(call.outgoing);
        String id = call.correlationId;
        if (id != null) {
            message.setJMSCorrelationID(id);
            message.setJMSReplyTo(replyDestination());
        }
        session.send(message, call.outgoing, call);
    }

    /** Called by the sender's thread when a send has failed. Returns whether the connection is still good. */
    boolean goesOnAfter(Throwable failure) {
        SendingSession used = own;
        if (used != null && !used.isUsableAfter(failure)) {
            own = null;
            used.closeInBackground();
        }
        return worksAfter(failure, this::giveBack);
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
                : replies.createConsumer(made, "JMSCorrelationID LIKE '" + owner.correlationPrefix() + "%'");
        MessageListener listener = this::replied;
        consumer.setMessageListener(listener);
        replyTo = made;
        return made;
    }

    @SuppressWarnings("CatchingUnchecked") // the client's thread must not end
    private void replied(Message reply) {
        try {
            owner.replied(reply.getJMSCorrelationID(), reply);
        } catch (Throwable e) {
            Log.warn(SenderConnection.class, access + ": a reply could not be read; it is ignored", e);
        }
    }

    // ---- sends of workers

    /**
     * Sends on the worker's thread, and returns true when the send is done or has failed. Returns false if no session
     * can be had: then the message is left to the sender's thread.
     */
    boolean sendHere(SendWatch.Sending worker, Outgoing outgoing, long limitMillis, Consumer<Throwable> failed) {
        SendingSession session = take();
        if (session == null) {
            return false;
        }
        Throwable failure = session.sendHere(worker, outgoing, limitMillis);
        boolean works = true;
        if (failure == null || session.isUsableAfter(failure)) {
            giveBack(session);
        } else if (!session.watch.isGivenUp()) {
            session.closeInBackground();
            works = worksAfter(failure, this::giveBack);
        }
        if (failure != null && !works) {
            lost(failure);
            failed.accept(access.lossOf(failure));
        } else if (failure != null) {
            failed.accept(failure);
        } else if (isOver()) { // a client that is closed may end a send without a failure
            failed.accept(access.lossOf(lost));
        }
        return true;
    }

    private @Nullable SendingSession take() {
        try {
            return isOver() ? null : taken();
        } catch (JMSException | RuntimeException e) {
            return null; // the broker or the client allows no more of them, or the connection is lost
        }
    }

    private SendingSession taken() throws JMSException {
        synchronized (idle) {
            SendingSession known = idle.pollLast();
            if (known != null) {
                return known;
            }
        }
        return newSession();
    }

    private void giveBack(SendingSession session) {
        synchronized (idle) {
            idle.addLast(session);
        }
    }

    // ---- the end

    void closeInBackground() {
        closed = true;
        Closing.inBackground(access, connection);
    }

    /** Waits for that, but not for ever. */
    void closeAndWait() {
        closed = true;
        Closing.andWait(access, connection);
    }

    void close() {
        if (isLost()) {
            closeInBackground();
        } else {
            closed = true;
            Closing.quietly(connection);
        }
    }
}
