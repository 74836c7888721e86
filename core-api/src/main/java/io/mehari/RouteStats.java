package io.mehari;

import java.util.Arrays;

/**
 * Counts of the exchanges of a route since it was added. An exchange is counted by the route that it enters first, and
 * not by routes that this route calls; what happens to it on a failure is counted by the route whose error handler does
 * it. The counts of a context are the sums of those of its routes and of its queues.
 */
public final class RouteStats {
    private static final String[] NAMES = {
        "inflight",
        "pending",
        "completed",
        "failed",
        "redelivered",
        "handled",
        "deadLettered",
        "refused",
        "expired",
        "discarded",
        "openGroups",
        "oldestGroupMillis",
        "lag"
    };
    private static final int OLDEST = 11;
    private static final int ALWAYS_SHOWN = 4;

    /** Nothing was counted. */
    public static final RouteStats NONE = new RouteStats();

    private final long[] counts;

    /** For those who count: numbers in the order of the methods, without the total; those that are left out are 0. */
    public RouteStats(long... counts) {
        this.counts = Arrays.copyOf(counts, NAMES.length);
    }

    /** How many are in flight now. */
    public long inflight() {
        return counts[0];
    }

    /** How many wait in the queue that the route consumes from, if there is one. */
    public long pending() {
        return counts[1];
    }

    /** How many ended without a failure, or with one that was handled. */
    public long completed() {
        return counts[2];
    }

    /** How many ended with a failure. */
    public long failed() {
        return counts[3];
    }

    /** How many ended, with or without a failure. */
    public long total() {
        return completed() + failed();
    }

    /** How many times a step was tried again. */
    public long redelivered() {
        return counts[4];
    }

    /** How many failures an {@code onException} has handled or continued; such an exchange counts as completed. */
    public long handled() {
        return counts[5];
    }

    /** How many went to the dead letter endpoint; such an exchange counts as completed. */
    public long deadLettered() {
        return counts[6];
    }

    /** How many were not accepted: the route was stopping; of a queue: it was full or closed. */
    public long refused() {
        return counts[7];
    }

    /** Of queues, in the counts of a context: how many senders got no reply in time. */
    public long expired() {
        return counts[8];
    }

    /**
     * How many were accepted and are lost: the dead letter endpoint has failed, or their group was not complete at a
     * stop; of a queue: see {@code QueueStatistics}.
     */
    public long discarded() {
        return counts[9];
    }

    /** How many groups of aggregators are open now. */
    public long openGroups() {
        return counts[10];
    }

    /** The age of the oldest open group, in full seconds; 0 if there is none, or if the clock of messages is off. */
    public long oldestGroupMillis() {
        return counts[OLDEST];
    }

    /** How many messages wait at the broker, as far as the consumer knows; only that of Kafka does. */
    public long lag() {
        return counts[12];
    }

    /** The sums of the two; of the oldest groups, the older. */
    public RouteStats plus(RouteStats other) {
        long[] sums = counts.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] = i == OLDEST ? Math.max(sums[i], other.counts[i]) : sums[i] + other.counts[i];
        }
        return new RouteStats(sums);
    }

    /** Of the counts from the fifth on, those that are not 0. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("RouteStats[");
        for (int i = 0; i < counts.length; i++) {
            if (i < ALWAYS_SHOWN || counts[i] != 0) {
                text.append(i == 0 ? "" : ", ").append(NAMES[i]).append('=').append(counts[i]);
            }
        }
        return text.append(']').toString();
    }
}
