package io.mehari.component.queue;

/**
 * Numbers of one queue at one moment. They are not read at the same instant; while no message moves, each is exact.
 *
 * @param size how many exchanges are in it
 * @param capacity how many there can be
 * @param highWaterMark the largest size seen; looked at when a sender finds the queue full, when a consumer wakes up
 *     and at every 64th message
 * @param enqueued how many were accepted since the queue was made
 * @param taken how many of them consumers took
 * @param discarded how many were dropped: without room or a consumer, by a purge, or because the time was up
 * @param blockedNanos how long senders have waited for room, in all; waits of a few microseconds do not count
 */
public record QueueStatistics(
        int size, int capacity, int highWaterMark, long enqueued, long taken, long discarded, long blockedNanos) {

    /** With those of one more channel: counts are added, of sizes the largest is kept. */
    QueueStatistics with(Channel channel) {
        return with(
                channel.size(), channel.highWaterMark(), channel.enqueued(), channel.taken(), channel.blockedNanos());
    }

    QueueStatistics with(int otherSize, int otherMark, long moreEnqueued, long moreTaken, long moreNanos) {
        return new QueueStatistics(
                Math.max(size, otherSize),
                capacity,
                Math.max(highWaterMark, otherMark),
                enqueued + moreEnqueued,
                taken + moreTaken,
                discarded,
                blockedNanos + moreNanos);
    }
}
