package io.mehari.component.kafka;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.connector.QueuedSends;
import io.mehari.spi.ThreadPools;
import java.util.concurrent.atomic.AtomicLong;

/** What the producers and consumers of an endpoint share: its settings, its threads and its counts. */
final class KafkaAccess {
    final KafkaSettings settings;
    final QueuedSends queuedSends;

    /** The sends of transactions for which no sender waits. The transaction waits for them, and a stop for it. */
    final QueuedSends sendsInTransactions;

    final AtomicLong failedRecords = new AtomicLong();
    final AtomicLong committed = new AtomicLong();
    final AtomicLong aborted = new AtomicLong();
    private final Endpoint endpoint;

    KafkaAccess(Endpoint endpoint, KafkaSettings settings) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.queuedSends = new QueuedSends(endpoint, settings.maxInFlight, settings.find(KafkaOptions.ON_SEND_FAILURE));
        this.sendsInTransactions = new QueuedSends(endpoint, settings.maxInFlight, null);
    }

    ThreadPools pools() {
        return endpoint.getContext().getRoutingContextExtension().getThreadPools();
    }

    Exchange createExchange() {
        return endpoint.createExchange();
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
