package io.mehari.component.jms;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ThreadPools;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A queue or a topic. Its counts may be read by any thread. */
public final class JmsEndpoint extends Endpoint {
    private final JmsSettings settings;
    private final Log sendFailures = new Log();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong failedSends = new AtomicLong();
    private @Nullable Sender sender;
    private @Nullable ProducerTemplate template;
    private int producers;

    JmsEndpoint(RoutingContext context, String uri, JmsSettings settings) {
        super(context, uri);
        this.settings = settings;
    }

    /** The messages that {@code completion=Queued} has accepted and the broker has not acknowledged yet. */
    public int getQueuedSends() {
        return queued.get();
    }

    /** The messages that {@code completion=Queued} has accepted and could not send. */
    public long getFailedSends() {
        return failedSends.get();
    }

    @Override
    public JmsProducer createProducer() {
        return new JmsProducer(this);
    }

    @Override
    public JmsConsumer createConsumer(Processor processor) {
        return new JmsConsumer(this, processor);
    }

    // ---- for its producers and consumers

    JmsSettings settings() {
        return settings;
    }

    ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    /** A new connection, not started yet. The password is given to the client here and nowhere else. */
    Connection connect() throws JMSException {
        String user = settings.username;
        return user == null
                ? settings.connectionFactory.createConnection()
                : settings.connectionFactory.createConnection(user, settings.password);
    }

    Destination destination(Session session) throws JMSException {
        return settings.topic ? session.createTopic(settings.destination) : session.createQueue(settings.destination);
    }

    /** The connection of the producers, for one that starts. */
    synchronized Sender holdSender() {
        Sender mine = sender;
        if (mine == null) {
            mine = new Sender(this);
            sender = mine;
        }
        producers++;
        return mine;
    }

    void releaseSender() {
        Sender closing = null;
        synchronized (this) {
            if (--producers == 0) {
                closing = sender;
                sender = null;
            }
        }
        if (closing != null) {
            closing.close();
        }
    }

    // ---- completion=Queued

    /** Counts a message that a sender leaves to be sent; false if there are as many as the URI allows. */
    boolean enqueue() {
        if (queued.incrementAndGet() <= settings.maxInFlight) {
            return true;
        }
        queued.decrementAndGet();
        return false;
    }

    void dequeue() {
        queued.decrementAndGet();
    }

    /** A message of {@code completion=Queued} could not be sent. */
    void queuedFailed(@Nullable Exchange kept, Throwable why) {
        queued.decrementAndGet();
        failedSends.incrementAndGet();
        sendFailures.warnOnceAMinute(this + ": a message of completion=Queued could not be sent", why);
        String to = settings.onSendFailure;
        if (kept != null && to != null) {
            kept.setProperty(Exchange.EXCEPTION_CAUGHT, why);
            pools().resume(() -> report(to, kept));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a route of the user's may throw anything
    private void report(String to, Exchange kept) {
        ExchangeFactory exchanges = getExchangeFactory();
        int lease = exchanges.lease(kept);
        try {
            failureTemplate().send(to, kept);
            if (kept.getException() != null) {
                Log.warn(this + ": onSendFailure has failed", kept.getException());
            }
        } catch (Throwable e) {
            Log.warn(this + ": onSendFailure has failed", e);
        } finally {
            exchanges.release(kept, lease);
        }
    }

    private synchronized ProducerTemplate failureTemplate() {
        ProducerTemplate mine = template;
        if (mine == null) {
            mine = getContext().createProducerTemplate();
            template = mine;
        }
        return mine;
    }
}
