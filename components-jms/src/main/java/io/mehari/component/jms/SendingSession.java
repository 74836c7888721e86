package io.mehari.component.jms;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.jspecify.annotations.Nullable;

/** A session of a sender's connection, with its producer. One thread at a time uses it. */
final class SendingSession {
    /*
     * Clients do not wait for the broker when they send a message that is not persistent, and what the broker says of it
     * is lost. But all of them wait for a commit. So such messages are sent in a transaction of their own. Replies are
     * not: in a transaction, a client may report a queue that is gone as a transaction that was rolled back.
     */
    private final JmsAccess access;
    private final Session session;
    private final boolean commits;
    private final MessageProducer producer;
    final SendWatch watch;

    /**
     * @param ofReplies whether each message has a destination of its own
     * @param whenStuck called if a send cannot be ended, because its connection does not work
     */
    SendingSession(JmsAccess access, Connection connection, boolean ofReplies, Runnable whenStuck) throws JMSException {
        this.access = access;
        JmsSettings settings = access.settings;
        boolean mayBeLost = settings.deliveryMode == DeliveryMode.NON_PERSISTENT || settings.preserveMessageQos;
        commits = mayBeLost && !ofReplies && !settings.asyncSend;
        session = connection.createSession(commits, commits ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        watch = new SendWatch(access, session, whenStuck);
        try {
            producer = session.createProducer(ofReplies ? null : access.destination(session));
        } catch (JMSException | RuntimeException | Error e) {
            Closing.quietly(session);
            throw e;
        }
    }

    Message message(Outgoing outgoing) throws JMSException {
        return outgoing.toMessage(session);
    }

    /** Whether it can be used after this failure of one message. */
    boolean isUsableAfter(Throwable failure) {
        return !commits && JmsAccess.isOfMessage(failure);
    }

    void close() {
        Closing.quietly(session);
    }

    void closeInBackground() {
        Closing.inBackground(access, session);
    }

    /*
     * Artemis without a confirmation window calls a CompletionListener when the message was written to the socket, so
     * that a broker that is killed loses messages which the listener has called complete. Hence the plain send, unless
     * the user asks for the other one: it returns after the acknowledgement with every client.
     */
    void send(Message message, Outgoing outgoing, CompletionListener listener) throws JMSException {
        if (access.settings.asyncSend) {
            sendAsynchronously(message, outgoing, listener);
        } else {
            sendAndWait(message, outgoing);
            listener.onCompletion(message);
        }
    }

    private void sendAsynchronously(Message message, Outgoing outgoing, CompletionListener listener)
            throws JMSException {
        try {
            producer.send(message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis, listener);
        } catch (UnsupportedOperationException e) {
            throw new UnsupportedOperationException(
                    access + ": the client has no asynchronous send: leave out asyncSend=true", e);
        }
    }

    private void sendAndWait(Message message, Outgoing outgoing) throws JMSException {
        Destination to = outgoing.to;
        if (to == null) {
            producer.send(message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
        } else {
            producer.send(to, message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
        }
        if (commits) {
            session.commit();
        }
    }

    // ---- sends of workers

    /** Sends on the worker's thread. Returns why that has failed; null if the broker has the message. */
    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    @Nullable
    Throwable sendHere(SendWatch.Sending worker, Outgoing outgoing, long limitMillis) {
        Throwable failure = null;
        try {
            watch.begin(limitMillis);
            worker.sends(watch);
            sendAndWait(message(outgoing), outgoing);
        } catch (Throwable e) {
            failure = e;
        }
        worker.sends(null);
        String ended = watch.end();
        return ended == null // else it has failed even if the client says nothing: it may have cut the send short
                ? failure
                : new JmsConnectionException(
                        access + ": the broker has not acknowledged a message " + ended
                                + ": it may have arrived or not",
                        failure);
    }
}
