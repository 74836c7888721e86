package io.mehari.component.queue;

/**
 * Numbers of one queue at one moment. Each is right by itself, to the message when nothing moves; they are not read at
 * the same instant.
 *
 * @param size how many exchanges are in it
 * @param capacity how many there can be
 * @param highWaterMark the largest size seen; looked at when a sender finds the queue full, when a consumer wakes up and
 *     at every 64th message
 * @param enqueued how many were accepted since the queue was made
 * @param taken how many of them consumers took
 * @param discarded how many were dropped: for want of room or of a consumer, by a purge, or because the time was up
 * @param blockedNanos how long senders have slept for want of room, in all; what is over within microseconds does not count
 */
public record QueueStatistics(
        int size, int capacity, int highWaterMark, long enqueued, long taken, long discarded, long blockedNanos) {

    /** These and those of one more channel: what is counted adds up, of what is in it the most counts. */
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
