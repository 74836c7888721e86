package io.mehari.component.jms;

import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.spi.ExchangeFactory;
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

/**
 * The session of a worker: gives received messages to the route, sends replies, acknowledges and gives back. Only the
 * worker's thread uses it.
 */
final class ReceivingSession implements AutoCloseable {
    /*
     * Always a transacted session, because its rollback means the same for every client: the broker counts the delivery,
     * and moves the message to its dead letter address in the end. What recover() does is left to the client: one
     * delivers the message again by itself, without end, and another counts a delivery of messages that it has only
     * fetched in advance.
     */
    private final Worker worker;
    private final JmsConsumer owner;
    private final JmsEndpoint endpoint;
    private final JmsSettings settings;
    private final Session session;
    private final Connection connection;

    /** In which replies and the sends of a transaction are made: the session, or one that is not transacted. */
    private @Nullable Session sending;

    private @Nullable MessageProducer sender;

    ReceivingSession(Worker worker, JmsConsumer owner, Connection connection) throws JMSException {
        this.worker = worker;
        this.owner = owner;
        this.endpoint = owner.getEndpoint();
        this.settings = endpoint.settings();
        this.connection = connection;
        this.session = connection.createSession(true, Session.SESSION_TRANSACTED);
    }

    @Override
    public void close() throws JMSException {
        Session ofReplies = sending;
        try {
            if (ofReplies != null && ofReplies != session) {
                ofReplies.close();
            }
        } finally {
            session.close();
        }
    }

    MessageConsumer newConsumer() throws JMSException {
        Destination destination = endpoint.destination(session);
        String selector = settings.selector;
        String name = settings.subscriptionName;
        if (!(destination instanceof Topic topic) || !settings.topic || name == null) {
            return session.createConsumer(destination, selector);
        } else if (settings.subscriptionShared) {
            return settings.subscriptionDurable
                    ? session.createSharedDurableConsumer(topic, name, selector)
                    : session.createSharedConsumer(topic, name, selector);
        }
        return settings.subscriptionDurable
                ? session.createDurableConsumer(topic, name, selector, false)
                : session.createConsumer(topic, selector);
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
        ExchangeFactory exchanges = endpoint.getExchangeFactory();
        Exchange exchange = endpoint.createExchange();
        Delivery delivery =
                new Delivery(this, worker.thread(), settings, exchanges, exchange, message, replyTo, whenDone);
        boolean complete = false;
        try {
            exchange.setPattern(replyTo == null ? ExchangePattern.InOnly : ExchangePattern.InOut);
            exchange.setBody(Incoming.body(message));
            Incoming.headers(message, exchange);
            complete = true;
            return delivery;
        } catch (JMSException | RuntimeException e) { // if it is the connection, giving back fails, too
            owner.refused(e);
            return null;
        } finally {
            if (!complete) {
                delivery.release();
            }
        }
    }

    private @Nullable Destination replyDestination(Message message) throws JMSException {
        if (settings.disableReplyTo) {
            return null;
        }
        String named = settings.replyTo;
        return named == null ? message.getJMSReplyTo() : session.createQueue(named);
    }

    /** Calls the route; the callback comes exactly once unless the route never ends, whatever the route throws. */
    @SuppressWarnings("CatchingUnchecked") // whatever a processor throws is a failure of the exchange
    void route(Delivery delivery) {
        Processor processor = owner.getProcessor();
        Exchange exchange = delivery.exchange;
        if (processor instanceof AsyncProcessor async) {
            async.process(exchange, delivery);
            return;
        }
        try {
            processor.process(exchange);
        } catch (Throwable e) {
            exchange.setException(e);
        }
        delivery.done(true);
    }

    // ---- the end of the route

    /** Runs the completions and sends the reply; returns whether the message may be acknowledged. */
    boolean finish(Delivery delivery) throws JMSException {
        Destination replyTo = delivery.replyTo;
        Outgoing reply = replyTo == null ? null : reply(delivery.exchange, delivery.message);
        boolean succeeded = end(delivery);
        if (succeeded && reply != null && replyTo != null) {
            try {
                send(replyTo, reply);
            } catch (InvalidDestinationException e) {
                owner.replyLost(e); // the other side has gone, and its temporary queue with it
            }
        }
        return succeeded;
    }

    /** Runs the completions; returns whether the route has succeeded. */
    boolean end(Delivery delivery) {
        Exchange exchange = delivery.exchange;
        Throwable failure = exchange.getException();
        boolean rollback = failure != null || exchange.isRollbackOnly() || exchange.isRollbackOnlyLast();
        delivery.release(); // law K1: the completions run before the acknowledgement
        if (rollback) {
            owner.failed(failure);
        }
        return !rollback;
    }

    /** The reply; null if the route has failed. */
    @SuppressWarnings("CatchingUnchecked") // a conversion of the user's may throw anything
    private @Nullable Outgoing reply(Exchange exchange, Message request) {
        if (exchange.isFailed()) {
            return null;
        }
        try {
            String correlation = request.getJMSCorrelationID();
            return Outgoing.reply(exchange, settings, correlation == null ? request.getJMSMessageID() : correlation);
        } catch (Throwable e) {
            exchange.setException(e);
            return null;
        }
    }

    /** Acknowledges all messages that were received since the last call, and commits what was sent with them. */
    void acknowledge() throws JMSException {
        session.commit();
        worker.hasAcknowledged();
    }

    /** The broker delivers the messages again, or moves them to its dead letter address after their redeliveries. */
    void giveBack() throws JMSException {
        session.rollback();
        worker.hasGivenBack();
    }

    // ---- sends

    /** Sends what the route sends, in the transaction. */
    void send(JmsEndpoint target, Outgoing outgoing) throws JMSException {
        send(target.destination(session), outgoing);
    }

    private void send(Destination to, Outgoing outgoing) throws JMSException {
        Session mine = sending;
        MessageProducer producer = sender;
        if (mine == null || producer == null) {
            mine = settings.transacted ? session : connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            sending = mine;
            producer = mine.createProducer(null);
            sender = producer;
        }
        producer.send(
                to, outgoing.toMessage(mine), outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
    }
}
