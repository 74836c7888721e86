package io.mehari.component.jms;

import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a consumer, with a session of its own: receives a message, runs the route, acknowledges. */
final class Worker {
    /*
     * A session of CLIENT_ACKNOWLEDGE acknowledges all messages that it has received, and there is only one: the next
     * is received when the route is done with the one before. The same holds for a commit.
     *
     * Closing the MessageConsumer from another thread makes receive() return null. It leaves the message that is in the
     * route with the session, which still can acknowledge it. Closing the connection gives that message back, too.
     */
    private static final long SURPLUS_IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Intake intake;
    private final JmsConsumer owner;
    private final JmsSettings settings;
    private final boolean surplus;
    private final Thread thread;
    private volatile boolean mayHaveMessage;
    private volatile boolean aborted;
    private @Nullable MessageConsumer consumer;
    private boolean closed;

    // ---- of the thread
    private @Nullable Session session;
    private @Nullable MessageProducer replies;

    /** @param surplus whether it ends when it is idle */
    Worker(Intake intake, JmsConsumer owner, int number, boolean surplus) {
        this.intake = intake;
        this.owner = owner;
        this.settings = owner.getEndpoint().settings();
        this.surplus = surplus;
        this.thread = owner.getEndpoint().pools().newThread("jms-" + owner.name() + "-" + number, this::run);
    }

    void start() {
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    boolean isAborted() {
        return aborted;
    }

    /** Whether it has a message, or may get one from a receive that has begun. */
    boolean mayHaveMessage() {
        return mayHaveMessage;
    }

    // ---- stop, called by other threads

    /** Receives no more; a message that is in the route is still acknowledged. */
    void closeIntake() {
        MessageConsumer mine;
        synchronized (this) {
            closed = true;
            mine = consumer;
        }
        if (mine != null) {
            Closing.quietly(mine);
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Gives up the message that is in the route. The connection is closed by the caller. */
    void abort() {
        aborted = true;
        LockSupport.unpark(thread);
    }

    // ---- the thread

    @SuppressWarnings("CatchingUnchecked") // a client may throw anything, and the thread must go on
    private void run() {
        try {
            Connection connection;
            while (!isClosed() && !aborted && (connection = intake.connection()) != null) {
                try {
                    serve(connection);
                    if (surplus) {
                        return;
                    }
                } catch (Throwable e) {
                    if (!isClosed() && !aborted) {
                        intake.lost(connection, e);
                    }
                }
                mayHaveMessage = false;
            }
        } finally {
            mayHaveMessage = false;
            intake.left(this);
        }
    }

    private void serve(Connection connection) throws JMSException {
        int mode = settings.transacted ? Session.SESSION_TRANSACTED : Session.CLIENT_ACKNOWLEDGE;
        try (Session mine = connection.createSession(settings.transacted, mode)) {
            session = mine;
            replies = null;
            MessageConsumer made = consumer(mine);
            synchronized (this) {
                consumer = made;
                if (closed) {
                    return;
                }
            }
            while (!isClosed() && !aborted) {
                mayHaveMessage = true;
                Message message = surplus ? made.receive(SURPLUS_IDLE_MILLIS) : made.receive();
                if (message == null) {
                    if (!surplus && !isClosed() && !aborted) {
                        throw new JmsConnectionException(
                                "The client has ended a receive: its connection is lost", null);
                    }
                    return;
                }
                process(mine, message);
                mayHaveMessage = false;
            }
        } finally {
            session = null;
        }
    }

    private MessageConsumer consumer(Session mine) throws JMSException {
        Destination destination = owner.getEndpoint().destination(mine);
        String selector = settings.selector;
        String name = settings.subscriptionName;
        if (!(destination instanceof Topic topic) || !settings.topic || name == null) {
            return mine.createConsumer(destination, selector);
        } else if (settings.subscriptionShared) {
            return settings.subscriptionDurable
                    ? mine.createSharedDurableConsumer(topic, name, selector)
                    : mine.createSharedConsumer(topic, name, selector);
        }
        return settings.subscriptionDurable
                ? mine.createDurableConsumer(topic, name, selector, false)
                : mine.createConsumer(topic, selector);
    }

    // ---- one message

    private void process(Session mine, Message message) throws JMSException {
        Exchange exchange = owner.getEndpoint().createExchange();
        Destination replyTo = replyDestination(mine, message);
        try {
            exchange.setPattern(replyTo == null ? ExchangePattern.InOnly : ExchangePattern.InOut);
            exchange.setBody(Incoming.body(message));
            Incoming.headers(message, exchange);
        } catch (JmsMessageException e) {
            owner.refused(e);
            giveBack(mine);
            return;
        }
        intake.took();
        try {
            route(mine, message, exchange, replyTo);
        } finally {
            intake.ended();
        }
    }

    private @Nullable Destination replyDestination(Session mine, Message message) throws JMSException {
        if (settings.disableReplyTo) {
            return null;
        }
        String named = settings.replyTo;
        return named == null ? message.getJMSReplyTo() : mine.createQueue(named);
    }

    private void route(Session mine, Message message, Exchange exchange, @Nullable Destination replyTo)
            throws JMSException {
        Delivery delivery = new Delivery(this, settings, owner.getEndpoint().getExchangeFactory(), exchange);
        enter(owner.getProcessor(), exchange, delivery);
        if (!delivery.await()) {
            return; // the connection is closed, and so the broker has the message again
        }
        Outgoing reply = replyTo == null ? null : reply(exchange, message);
        Throwable failure = exchange.getException();
        boolean rollback = failure != null || exchange.isRollbackOnly() || exchange.isRollbackOnlyLast();
        delivery.release(); // law K1: the completions run before the acknowledgement
        if (rollback) {
            owner.failed(failure);
            giveBack(mine);
            return;
        }
        if (reply != null && replyTo != null) {
            send(mine, replyTo, reply);
        }
        if (settings.transacted) {
            mine.commit();
        } else {
            message.acknowledge();
        }
    }

    /** Calls the route; the callback comes exactly once unless the route never ends, whatever the route throws. */
    @SuppressWarnings("CatchingUnchecked") // whatever a processor throws is a failure of the exchange
    private static void enter(Processor processor, Exchange exchange, Delivery delivery) {
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

    /** The broker delivers the message again, or moves it to its dead letter address after its redeliveries. */
    private void giveBack(Session mine) throws JMSException {
        if (settings.transacted) {
            mine.rollback();
        } else {
            mine.recover();
        }
    }

    private void send(Session mine, Destination replyTo, Outgoing reply) throws JMSException {
        try {
            sendInSession(mine, replyTo, reply);
        } catch (InvalidDestinationException e) {
            owner.replyLost(e); // the other side has gone, and its temporary queue with it
        }
    }

    /** Sends what the route sends, in the transaction; on the worker's thread. */
    void sendInSession(JmsEndpoint target, Outgoing outgoing) throws JMSException {
        Session mine = session;
        if (mine == null) {
            throw new JmsConnectionException(target + ": the session of the received message is closed", null);
        }
        sendInSession(mine, target.destination(mine), outgoing);
    }

    private void sendInSession(Session mine, Destination to, Outgoing outgoing) throws JMSException {
        MessageProducer producer = replies;
        if (producer == null) {
            producer = mine.createProducer(null);
            replies = producer;
        }
        producer.send(
                to, outgoing.toMessage(mine), outgoing.deliveryMode, outgoing.priority, outgoing.timeToLiveMillis);
    }
}
