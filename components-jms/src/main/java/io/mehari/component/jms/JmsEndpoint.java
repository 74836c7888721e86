package io.mehari.component.jms;

import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPools;
import io.mehari.support.QueuedSends;
import io.mehari.support.SharedClient;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** A queue or a topic. Its counts may be read by any thread. */
public final class JmsEndpoint extends Endpoint {
    private final JmsSettings settings;
    private final SharedClient<Sender> sender = new SharedClient<>(() -> new Sender(this), Sender::close);
    private final QueuedSends queuedSends;

    JmsEndpoint(RoutingContext context, String uri, JmsSettings settings) {
        super(context, uri);
        this.settings = settings;
        this.queuedSends = new QueuedSends(this, settings.maxInFlight, settings.onSendFailure);
    }

    /** The messages that {@code completion=Queued} has accepted and the broker has not acknowledged yet. */
    public int getQueuedSends() {
        return queuedSends.size();
    }

    /** The messages that {@code completion=Queued} has accepted and could not send. */
    public long getFailedSends() {
        return queuedSends.failures();
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

    /** The connection of the producers. */
    SharedClient<Sender> sender() {
        return sender;
    }

    QueuedSends queuedSends() {
        return queuedSends;
    }
}
