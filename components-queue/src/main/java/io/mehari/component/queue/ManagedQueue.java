package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.List;

/** Shows one endpoint's queue to JMX. */
final class ManagedQueue implements QueueMXBean {
    private static final WaitingTimes NONE = new WaitingTimes(0, 0, 0, 0, 0);

    private final QueueEndpoint endpoint;

    ManagedQueue(QueueEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public String getEndpointUri() {
        return SafeText.withoutSecrets(endpoint.getEndpointUri());
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
    public boolean isTimesWaiting() {
        return endpoint.getWaitingTimes() != null;
    }

    @Override
    public void setTimesWaiting(boolean wanted) {
        endpoint.setTimesWaiting(wanted);
    }

    @Override
    public long getWaitingNanosMedian() {
        return waitingTimes().medianNanos();
    }

    @Override
    public long getWaitingNanos99() {
        return waitingTimes().percentile99Nanos();
    }

    @Override
    public long getWaitingNanosMax() {
        return waitingTimes().maxNanos();
    }

    private WaitingTimes waitingTimes() {
        WaitingTimes times = endpoint.getWaitingTimes();
        return times == null ? NONE : times;
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
