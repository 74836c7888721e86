package io.mehari.component.kafka;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPools;
import io.mehari.support.QueuedSends;
import io.mehari.support.SharedClient;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The endpoint {@code kafka:}, for one or several topics. Any thread may read its counts. */
public final class KafkaEndpoint extends Endpoint {
    private final KafkaSettings settings;
    private final SharedClient<SendClient> client = new SharedClient<>(() -> new SendClient(this), SendClient::close);
    private final QueuedSends queuedSends;
    private final AtomicLong failedRecords = new AtomicLong();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong aborted = new AtomicLong();
    private volatile @Nullable RouteConsumer consumer;

    KafkaEndpoint(RoutingContext context, String uri, KafkaSettings settings) {
        super(context, uri);
        this.settings = settings;
        this.queuedSends = new QueuedSends(this, settings.maxInFlight, settings.find(KafkaOptions.ON_SEND_FAILURE));
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        settings.checkConsumer();
        return new RouteConsumer(this, processor);
    }

    @Override
    public RouteProducer createProducer() {
        settings.checkProducer();
        return new RouteProducer(this);
    }

    /** How often the route has failed for a record without an error handler that handled the failure. */
    public long getFailedRecords() {
        return failedRecords.get();
    }

    /** The number of partitions that the route from this endpoint owns now. */
    public int getAssignedPartitions() {
        RouteConsumer mine = consumer;
        return mine == null ? 0 : mine.partitionCount();
    }

    /** The number of transactions of the route from this endpoint that were committed, see {@code transactionalId}. */
    public long getCommittedTransactions() {
        return committed.get();
    }

    /** The number of transactions of the route from this endpoint that were not committed. */
    public long getAbortedTransactions() {
        return aborted.get();
    }

    /** The number of messages that {@code completion=Queued} has accepted and that are not acknowledged yet. */
    public int getQueuedSends() {
        return queuedSends.size();
    }

    /** The number of messages that {@code completion=Queued} has accepted and that could not be sent. */
    public long getFailedSends() {
        return queuedSends.failures();
    }

    // ---- for its producers and consumers

    KafkaSettings settings() {
        return settings;
    }

    ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    void consumes(RouteConsumer started) {
        consumer = started;
    }

    void countFailedRecord() {
        failedRecords.incrementAndGet();
    }

    void countTransaction(boolean wasCommitted) {
        (wasCommitted ? committed : aborted).incrementAndGet();
    }

    /** For producers. */
    SharedClient<SendClient> client() {
        return client;
    }

    QueuedSends queuedSends() {
        return queuedSends;
    }
}
