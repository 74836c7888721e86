package io.mehari.component.jms;

import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A session of a sender's connection, with its producer. One thread at a time uses it. */
final class SendingSession {
    /*
     * A send on a worker's thread is ended by another thread if it takes longer than requestTimeout, or if the worker is
     * told to give up: that thread closes the session, the only thing that it may do with it.
     *
     * One task of the timer looks after all sends of the session: when it runs, it looks at the send that is under way. A
     * task for each send would wake the timer's thread for each message. Guarded by this: all fields that are not final.
     */
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final Session session;
    private final MessageProducer producer;
    private @Nullable Thread sending;
    private @Nullable String givenUp;
    private boolean watched;
    private long begunAt;
    private long lookAt;

    SendingSession(JmsEndpoint endpoint, Connection connection) throws JMSException {
        this.endpoint = endpoint;
        settings = endpoint.settings();
        session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        boolean complete = false;
        try {
            producer = session.createProducer(endpoint.destination(session));
            complete = true;
        } finally {
            if (!complete) {
                Closing.quietly(session);
            }
        }
    }

    Message message(Outgoing outgoing) throws JMSException {
        return outgoing.toMessage(session);
    }

    /*
     * Artemis without a confirmation window calls a CompletionListener when the message was written to the socket, so
     * that a broker that is killed loses messages which the listener has called complete. Hence the plain send, unless
     * the user asks for the other one: it returns after the acknowledgement with every client.
     */
    void send(Message message, Outgoing outgoing, CompletionListener listener) throws JMSException {
        if (settings.asyncSend) {
            producer.send(message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis, listener);
        } else {
            sendAndWait(message, outgoing);
            listener.onCompletion(message);
        }
    }

    /** Returns when the broker has the message. */
    private void sendAndWait(Message message, Outgoing outgoing) throws JMSException {
        producer.send(message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
    }

    // ---- sends of workers

    /** Sends on the worker's thread. Returns why that has failed; null if the broker has the message. */
    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    @Nullable
    Throwable sendHere(Worker worker, Outgoing outgoing) {
        boolean ignored = Thread.interrupted(); // a step of the route may have set it; only a stop ends the send
        Throwable failure = null;
        try {
            begin();
            worker.sends(this);
            sendAndWait(message(outgoing), outgoing);
        } catch (Throwable e) {
            failure = e;
        }
        worker.sends(null);
        String ended = end();
        return ended == null // else it has failed even if the client says nothing: it may have cut the send short
                ? failure
                : new JmsConnectionException(
                        endpoint + ": the broker has not acknowledged a message " + ended
                                + ": it may have arrived or not",
                        failure);
    }

    private synchronized void begin() {
        if (!watched && settings.requestTimeoutMillis > 0) {
            watch(settings.requestTimeoutMillis);
        }
        begunAt = System.nanoTime();
        sending = Thread.currentThread();
    }

    private synchronized @Nullable String end() {
        sending = null;
        return givenUp;
    }

    /** Whether it was closed during a send, so that it is of no use any more. */
    synchronized boolean isGivenUp() {
        return givenUp != null;
    }

    /**
     * Ends the send of that thread, if it is still under way.
     *
     * @param when for the message of the exception, such as {@code within 5 ms}
     */
    synchronized void giveUp(Thread sender, String when) {
        if (sending == sender && givenUp == null) {
            Closing.beside(endpoint, session);
            givenUp = when;
        }
    }

    private void watch(long millis) {
        lookAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        endpoint.pools().schedule(this::look, millis);
        watched = true;
    }

    /** Called by the timer, or earlier if the context stops. */
    private synchronized void look() {
        watched = false;
        Thread sender = sending;
        if (sender == null) {
            return; // the next send is watched again
        }
        long now = System.nanoTime();
        long left = settings.requestTimeoutMillis - TimeUnit.NANOSECONDS.toMillis(now - begunAt);
        if (left <= 0 || now - lookAt < 0) {
            giveUp(sender, "within " + settings.requestTimeoutMillis + " ms");
        } else {
            watch(left);
        }
    }
}
