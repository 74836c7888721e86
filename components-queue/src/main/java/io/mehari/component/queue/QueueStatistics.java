package io.mehari.component.queue;

/**
 * The statistics of one queue. The numbers are read one after the other; each is exact while no message moves.
 */
public final class QueueStatistics {
    private final int size;
    private final int capacity;
    private final int highWaterMark;
    private final long enqueued;
    private final long taken;
    private final long discarded;
    private final long blockedNanos;
    private final long refused;
    private final long expired;
    private final long oldestMillis;

    /** For those who count: with a new count it has another parameter. */
    public QueueStatistics(
            int size,
            int capacity,
            int highWaterMark,
            long enqueued,
            long taken,
            long discarded,
            long blockedNanos,
            long refused,
            long expired,
            long oldestMillis) {
        this.size = size;
        this.capacity = capacity;
        this.highWaterMark = highWaterMark;
        this.enqueued = enqueued;
        this.taken = taken;
        this.discarded = discarded;
        this.blockedNanos = blockedNanos;
        this.refused = refused;
        this.expired = expired;
        this.oldestMillis = oldestMillis;
    }

    /** The number of exchanges in the queue. */
    public int size() {
        return size;
    }

    /** The largest number of exchanges. */
    public int capacity() {
        return capacity;
    }

    /**
     * The largest size seen. The size is sampled when a sender finds the queue full, when a consumer wakes up, and at
     * every 64th message.
     */
    public int highWaterMark() {
        return highWaterMark;
    }

    /** The number of exchanges accepted since the queue was created. */
    public long enqueued() {
        return enqueued;
    }

    /** The number of exchanges that consumers took. */
    public long taken() {
        return taken;
    }

    /** The number of dropped exchanges: no room, no consumer, a purge, or a sender that had timed out. */
    public long discarded() {
        return discarded;
    }

    /** The total time for which senders have waited for room; waits of a few microseconds do not count. */
    public long blockedNanos() {
        return blockedNanos;
    }

    /** The number of sends that have failed because the queue was full or closed; their senders know. */
    public long refused() {
        return refused;
    }

    /** The number of senders that got no reply in time. */
    public long expired() {
        return expired;
    }

    /**
     * The age of the message that is taken next, from the time when it entered the system; 0 if the queue is empty, or
     * if the clock of messages is off. If each consumer gets a copy, that for the slowest.
     */
    public long oldestMillis() {
        return oldestMillis;
    }

    /** Adds those of a channel: counts are summed, of sizes the largest is kept. */
    QueueStatistics with(QueueStatistics more) {
        return new QueueStatistics(
                Math.max(size, more.size),
                capacity,
                Math.max(highWaterMark, more.highWaterMark),
                enqueued + more.enqueued,
                taken + more.taken,
                discarded + more.discarded,
                blockedNanos + more.blockedNanos,
                refused + more.refused,
                expired + more.expired,
                Math.max(oldestMillis, more.oldestMillis));
    }

    @Override
    public String toString() {
        return "QueueStatistics[size=" + size + ", capacity=" + capacity + ", highWaterMark=" + highWaterMark
                + ", enqueued=" + enqueued + ", taken=" + taken + ", discarded=" + discarded + ", blockedNanos="
                + blockedNanos + ", refused=" + refused + ", expired=" + expired + ", oldestMillis=" + oldestMillis
                + "]";
    }
}
