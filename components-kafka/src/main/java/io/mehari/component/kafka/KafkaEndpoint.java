package io.mehari.component.kafka;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.connector.SharedClient;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code kafka:}, for one or several topics. Any thread may read its counts. */
public final class KafkaEndpoint extends Endpoint {
    private final KafkaAccess access;
    private final SharedClient<SendClient> client;
    private volatile @Nullable RouteConsumer consumer;

    KafkaEndpoint(RoutingContext context, String uri, KafkaSettings settings) {
        super(context, uri);
        this.access = new KafkaAccess(this, settings);
        this.client = new SharedClient<>(() -> new SendClient(access), SendClient::close);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        access.settings.checkConsumer();
        return new RouteConsumer(this, processor);
    }

    @Override
    public Producer createProducer() {
        access.settings.checkProducer();
        return new RouteProducer(access, client);
    }

    /** How often the route has failed for a record without an error handler that handled the failure. */
    public long getFailedRecords() {
        return access.failedRecords.get();
    }

    /** The number of partitions that the route from this endpoint owns now. */
    public int getAssignedPartitions() {
        RouteConsumer current = consumer;
        return current == null ? 0 : current.partitionCount();
    }

    /** The number of transactions of the route from this endpoint that were committed, see {@code transactionalId}. */
    public long getCommittedTransactions() {
        return access.committed.get();
    }

    /** The number of transactions of the route from this endpoint that were not committed. */
    public long getAbortedTransactions() {
        return access.aborted.get();
    }

    /**
     * The number of messages that {@code completion=Queued} has accepted and that are not acknowledged yet, without
     * those in transactions.
     */
    public int getQueuedSends() {
        return access.queuedSends.size();
    }

    /** The number of messages that {@code completion=Queued} has accepted and that could not be sent. */
    public long getFailedSends() {
        return access.queuedSends.failures();
    }

    // ---- for its producers and consumers

    KafkaAccess access() {
        return access;
    }

    void consumes(RouteConsumer started) {
        consumer = started;
    }
}
