package io.mehari.component.queue;

/**
 * The statistics of one queue. The numbers are read one after the other; each is exact while no message moves.
 *
 * @param size the number of exchanges in the queue
 * @param capacity the largest number of exchanges
 * @param highWaterMark the largest size seen. The size is sampled when a sender finds the queue full, when a consumer
 *     wakes up, and at every 64th message
 * @param enqueued the number of exchanges accepted since the queue was created
 * @param taken the number of exchanges that consumers took
 * @param discarded the number of dropped exchanges: no room, no consumer, a purge, or a sender that had timed out
 * @param blockedNanos the total time for which senders have waited for room; waits of a few microseconds do not count
 */
public record QueueStatistics(
        int size, int capacity, int highWaterMark, long enqueued, long taken, long discarded, long blockedNanos) {

    /** Adds those of a channel: counts are summed, of sizes the largest is kept. */
    QueueStatistics with(QueueStatistics more) {
        return new QueueStatistics(
                Math.max(size, more.size),
                capacity,
                Math.max(highWaterMark, more.highWaterMark),
                enqueued + more.enqueued,
                taken + more.taken,
                discarded + more.discarded,
                blockedNanos + more.blockedNanos);
    }
}
