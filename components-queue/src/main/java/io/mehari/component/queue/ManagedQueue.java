package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Shows one endpoint's queue to JMX. */
final class ManagedQueue implements QueueMXBean {
    private final QueueEndpoint endpoint;

    ManagedQueue(QueueEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public String getEndpointUri() {
        return endpoint.getEndpointUri();
    }

    @Override
    public int getSize() {
        return endpoint.getStatistics().size();
    }

    @Override
    public int getCapacity() {
        return endpoint.getStatistics().capacity();
    }

    @Override
    public int getHighWaterMark() {
        return endpoint.getStatistics().highWaterMark();
    }

    @Override
    public long getEnqueued() {
        return endpoint.getStatistics().enqueued();
    }

    @Override
    public long getTaken() {
        return endpoint.getStatistics().taken();
    }

    @Override
    public long getDiscarded() {
        return endpoint.getStatistics().discarded();
    }

    @Override
    public long getBlockedMillis() {
        return endpoint.getStatistics().blockedNanos() / 1_000_000;
    }

    @Override
    public List<String> browse() {
        List<String> texts = new ArrayList<>();
        for (Exchange each : endpoint.getExchanges()) {
            texts.add(each.toString());
        }
        return texts;
    }

    @Override
    public void purge() {
        endpoint.purgeQueue();
    }
}
