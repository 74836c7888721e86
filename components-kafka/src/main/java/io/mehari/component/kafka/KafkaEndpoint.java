package io.mehari.component.kafka;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** {@code kafka:}, one or several topics. Its counts may be read by any thread. */
public final class KafkaEndpoint extends Endpoint {
    private final KafkaSettings settings;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong failedSends = new AtomicLong();
    private final AtomicLong failedRecords = new AtomicLong();
    private final Warnings sendFailures = new Warnings();
    private volatile @Nullable RouteConsumer consumer;
    private @Nullable SendClient client;
    private @Nullable ProducerTemplate template;
    private int producers;

    KafkaEndpoint(RoutingContext context, String uri, KafkaSettings settings) {
        super(context, uri);
        this.settings = settings;
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        settings.checkConsumer();
        return new RouteConsumer(this, processor);
    }

    @Override
    public RouteProducer createProducer() {
        return new RouteProducer(this);
    }

    /** How often the route has failed with a record, and no error handler has handled it. */
    public long getFailedRecords() {
        return failedRecords.get();
    }

    /** The partitions that the route from this endpoint owns now. */
    public int getAssignedPartitions() {
        RouteConsumer mine = consumer;
        return mine == null ? 0 : mine.partitionCount();
    }

    /** The messages that {@code completion=Queued} has accepted and that are not acknowledged yet. */
    public int getQueuedSends() {
        return queued.get();
    }

    /** The messages that {@code completion=Queued} has accepted and that could not be sent. */
    public long getFailedSends() {
        return failedSends.get();
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

    /** The client, for a producer that starts. */
    synchronized SendClient holdClient() {
        SendClient mine = client;
        if (mine == null) {
            mine = new SendClient(this);
            client = mine;
        }
        producers++;
        return mine;
    }

    void releaseClient() {
        SendClient closing = null;
        synchronized (this) {
            if (--producers == 0) {
                closing = client;
                client = null;
            }
        }
        if (closing != null) {
            closing.close();
        }
    }

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

    void countFailedSend(Throwable why) {
        failedSends.incrementAndGet();
        sendFailures.warn(this + ": a message of completion=Queued could not be sent", why);
    }

    /** Sends a message that could not be sent to the endpoint for such messages. */
    synchronized ProducerTemplate failureTemplate() {
        ProducerTemplate mine = template;
        if (mine == null) {
            mine = getContext().createProducerTemplate();
            template = mine;
        }
        return mine;
    }
}
