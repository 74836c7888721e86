package io.mehari.component.queue;

import java.util.List;

/** A queue as JMX shows it, once for all its endpoints; see {@link QueueStatistics} for the numbers. */
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

    /** Whether waiting times are taken; see {@link QueueEndpoint#setTimesWaiting}. */
    boolean isTimesWaiting();

    void setTimesWaiting(boolean wanted);

    /** The median of the waiting times; 0 while none are taken. */
    long getWaitingNanosMedian();

    long getWaitingNanos99();

    long getWaitingNanosMax();

    /** The first messages in it, as far as {@code browseLimit} says: their ids and the types of their bodies. */
    List<String> browse();

    /** Drops what is queued now; see {@link QueueEndpoint#purgeQueue()}. */
    void purge();
}
