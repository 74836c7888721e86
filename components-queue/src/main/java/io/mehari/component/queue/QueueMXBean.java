package io.mehari.component.queue;

import java.util.List;

/** A queue in JMX: one bean for all endpoints of the queue. {@link QueueStatistics} explains the numbers. */
public interface QueueMXBean {
    /** The URI of the endpoint that was created first. */
    String getEndpointUri();

    int getSize();

    int getCapacity();

    int getHighWaterMark();

    long getEnqueued();

    long getTaken();

    long getDiscarded();

    long getBlockedMillis();

    long getRefused();

    long getExpired();

    long getOldestMillis();

    /** Whether waiting times are measured; see {@link QueueEndpoint#setTimesWaiting}. */
    boolean isTimesWaiting();

    void setTimesWaiting(boolean wanted);

    /** The median of the waiting times; 0 if they are not measured. */
    long getWaitingNanosMedian();

    long getWaitingNanos99();

    long getWaitingNanosMax();

    /** The first messages, at most {@code browseLimit}: their ids and the types of their bodies. */
    List<String> browse();

    /** Drops all queued messages; see {@link QueueEndpoint#purgeQueue()}. */
    void purge();
}
