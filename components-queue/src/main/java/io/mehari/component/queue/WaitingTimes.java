package io.mehari.component.queue;

/**
 * How long messages have waited in a queue, from the sender to the thread that took them. One message at a time is timed: the
 * next as soon as that one was taken. The times are exact to a quarter of their size.
 *
 * @param count how many messages were timed
 * @param medianNanos half of them waited no longer
 * @param percentile99Nanos of a hundred, one waited longer
 * @param percentile999Nanos of a thousand, one waited longer
 * @param maxNanos none waited longer
 */
public record WaitingTimes(
        long count, long medianNanos, long percentile99Nanos, long percentile999Nanos, long maxNanos) {}
