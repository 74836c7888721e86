package io.mehari.component.jms;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.internal.Log;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The session of a worker, for its thread: routes what it receives, sends replies, acknowledges, gives back. */
final class ReceivingSession implements AutoCloseable {
    /*
     * Always a transacted session, because its rollback means the same for every client: the broker counts the
     * delivery, and moves the message to its dead letter address in the end. What recover() does is left to the client:
     * one delivers the message again by itself, without end, and another counts a delivery of messages that it has only
     * fetched in advance.
     */
    private final Worker worker;
    private final JmsConsumer owner;
    private final JmsAccess access;
    private final JmsSettings settings;
    private final Session session;
    private final SendWatch watch;

    /** For the sends and the reply of a transaction. */
    private @Nullable MessageProducer sender;

    ReceivingSession(Worker worker, JmsConsumer owner, Connection connection) throws JMSException {
        this.worker = worker;
        this.owner = owner;
        this.access = owner.access();
        this.settings = access.settings;
        this.session = connection.createSession(true, Session.SESSION_TRANSACTED);
        this.watch = new SendWatch(
                access, session, () -> worker.lost(connection, new JMSException("The client does not end a send")));
    }

    @Override
    public void close() throws JMSException {
        if (!watch.isGivenUp()) {
            session.close();
        }
    }

    /** Whether it was closed during a send that took too long. The connection still works. */
    boolean isGivenUp() {
        return watch.isGivenUp();
    }

    MessageConsumer newConsumer() throws JMSException {
        Destination destination = access.destination(session);
        String selector = settings.options.find(JmsOptions.SELECTOR);
        String name = settings.subscriptionName;
        if (!(destination instanceof Topic topic) || !settings.topic || name == null) {
            return session.createConsumer(destination, selector);
        } else if (settings.subscriptionShared) {
            return sharedConsumer(topic, name, selector);
        }
        return settings.subscriptionDurable
                ? session.createDurableConsumer(topic, name, selector, false)
                : session.createConsumer(topic, selector);
    }

    private MessageConsumer sharedConsumer(Topic topic, String name, @Nullable String selector) throws JMSException {
        try {
            return settings.subscriptionDurable
                    ? session.createSharedDurableConsumer(topic, name, selector)
                    : session.createSharedConsumer(topic, name, selector);
        } catch (UnsupportedOperationException e) {
            throw new UnsupportedOperationException(
                    "the client has no shared subscriptions: leave out subscriptionShared=true", e);
        }
    }

    // ---- into the route

    /**
     * Reads a message for the route; null if it cannot be read, and must be given back.
     *
     * @param whenDone gets the delivery when the route is done; null if the worker waits for it
     */
    @Nullable
    Delivery read(Message message, @Nullable Queue<Delivery> whenDone) throws JMSException {
        Destination replyTo = replyDestination(message);
        Exchange exchange = access.createExchange();
        Delivery delivery = new Delivery(this, worker.thread(), access, exchange, message, replyTo, whenDone);
        try {
            exchange.setPattern(replyTo == null ? ExchangePattern.InOnly : ExchangePattern.InOut);
            exchange.setBody(Incoming.body(message));
            Incoming.headers(message, exchange);
            return delivery;
        } catch (JMSException | RuntimeException e) { // if it is the connection, giving back fails, too
            delivery.end();
            owner.refused(e);
            return null;
        } catch (Error e) {
            delivery.end();
            throw e;
        }
    }

    private @Nullable Destination replyDestination(Message message) throws JMSException {
        if (settings.disableReplyTo) {
            return null;
        }
        String named = settings.replyTo;
        return named == null ? message.getJMSReplyTo() : session.createQueue(named);
    }

    void route(Delivery delivery) {
        owner.call(delivery.exchange, delivery);
    }

    // ---- the end of the route

    /** Runs the completions and sends the reply; returns whether the message may be acknowledged. */
    boolean finish(Delivery delivery) {
        Destination replyTo = delivery.replyTo;
        Outgoing reply = replyTo == null ? null : reply(delivery.exchange, delivery.message, replyTo);
        return end(delivery) && (reply == null || answers(reply));
    }

    /** Returns false if the request is to be given back, because its reply could not be sent. */
    private boolean answers(Outgoing reply) {
        Throwable failure = worker.replies().send(worker, reply, settings.transacted ? this::sendReply : null);
        boolean isGone = failure instanceof InvalidDestinationException; // the other side, and its temporary queue
        if (failure != null) {
            owner.replyFailed(failure, isGone);
        }
        return failure == null || isGone;
    }

    /** Runs the completions; returns whether the route has succeeded. */
    boolean end(Delivery delivery) {
        Exchange exchange = delivery.exchange;
        Throwable failure = exchange.getException();
        boolean rollback = failure != null || exchange.isRollbackOnly();
        String place = failure == null ? "" : Log.place(exchange);
        delivery.end(); // law K1: the completions run before the acknowledgement
        if (rollback) {
            owner.failed(failure, place);
        }
        return !rollback;
    }

    @SuppressWarnings("CatchingUnchecked") // a conversion of the user's may throw anything
    private @Nullable Outgoing reply(Exchange exchange, Message request, Destination to) {
        if (exchange.isFailed() || owner.isUnanswered(exchange, null, "a request gets no reply")) {
            return null;
        }
        try {
            String correlation = request.getJMSCorrelationID();
            return Outgoing.reply(
                    exchange, settings, to, correlation == null ? request.getJMSMessageID() : correlation);
        } catch (Throwable e) {
            exchange.removeProperty(Exchange.FAILURE_ROUTE_ID); // the place of a failure that was handled
            exchange.setException(e);
            return null;
        }
    }

    /**
     * Acknowledges all messages that were received since the last call, and commits what was sent with them. Returns
     * false if the broker has refused that, and so has the messages again.
     */
    boolean acknowledge() throws JMSException {
        try {
            session.commit();
        } catch (JMSException e) {
            rollBackAfter(e);
            return false;
        }
        worker.hasAcknowledged();
        return true;
    }

    /** A session that can be rolled back goes on; else its connection is lost. */
    private void rollBackAfter(JMSException refusal) throws JMSException {
        try {
            session.rollback();
        } catch (JMSException | RuntimeException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
        owner.notCommitted(refusal);
        worker.hasGivenBack();
    }

    /** The broker delivers the messages again, or moves them to its dead letter address after their redeliveries. */
    void giveBack() throws JMSException {
        session.rollback();
        worker.hasGivenBack();
    }

    // ---- sends

    /** Sends what the route sends, in the transaction. */
    void send(JmsAccess target, Outgoing outgoing) throws JMSException {
        send(target.destination(session), outgoing, target.settings.requestTimeoutMillis);
    }

    /** Sends it in the transaction. Returns why that has failed. */
    @SuppressWarnings("CatchingUnchecked") // a client may throw anything
    @Nullable
    Throwable sendReply(Outgoing reply) {
        try {
            send(reply.to, reply, settings.replyTimeoutMillis);
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private void send(@Nullable Destination to, Outgoing outgoing, long limitMillis) throws JMSException {
        MessageProducer producer = sender;
        if (producer == null) {
            producer = session.createProducer(null);
            sender = producer;
        }
        Message message = outgoing.toMessage(session);
        watch.begin(limitMillis);
        worker.sends(watch);
        String ended;
        try {
            producer.send(to, message, outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
        } finally {
            worker.sends(null);
            ended = watch.end();
        }
        if (ended != null) {
            throw new JMSException("The broker has not acknowledged a message " + ended);
        }
    }
}
