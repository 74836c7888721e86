package io.mehari.component.jms;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.connector.SharedClient;

/** A queue or a topic. Its counts may be read by any thread. */
public final class JmsEndpoint extends Endpoint {
    private final JmsAccess access;
    private final SharedClient<Sender> sender;

    JmsEndpoint(RoutingContext context, String uri, JmsSettings settings) {
        super(context, uri);
        this.access = new JmsAccess(this, settings);
        this.sender = new SharedClient<>(() -> new Sender(access), Sender::close);
    }

    /** The messages that {@code completion=Queued} has accepted and the broker has not acknowledged yet. */
    public int getQueuedSends() {
        return access.queuedSends.size();
    }

    /** The messages that {@code completion=Queued} has accepted and could not send. */
    public long getFailedSends() {
        return access.queuedSends.failures();
    }

    @Override
    public Producer createProducer() {
        return new JmsProducer(access, sender);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new JmsConsumer(this, access, processor);
    }

    JmsAccess access() {
        return access;
    }
}
