package io.mehari;

/**
 * How long exchanges took in a route, including those that another route sent to it by {@code direct:}. The time that
 * an exchange waits in the route, for a delay or a reply, is included.
 */
public final class RouteTimes {
    private final long count;
    private final long failed;
    private final long totalNanos;
    private final long maxNanos;

    /** For those who count: with a new count it has another parameter. */
    public RouteTimes(long count, long failed, long totalNanos, long maxNanos) {
        this.count = count;
        this.failed = failed;
        this.totalNanos = totalNanos;
        this.maxNanos = maxNanos;
    }

    /** How many exchanges have passed through. */
    public long count() {
        return count;
    }

    /** How many of them left the route with a failure. */
    public long failed() {
        return failed;
    }

    /** The sum of their times. */
    public long totalNanos() {
        return totalNanos;
    }

    /** The longest time. */
    public long maxNanos() {
        return maxNanos;
    }

    /** The mean time; 0 if no exchange has passed through. */
    public long meanNanos() {
        return count == 0 ? 0 : totalNanos / count;
    }

    @Override
    public String toString() {
        return "RouteTimes[count=" + count + ", failed=" + failed + ", totalNanos=" + totalNanos + ", maxNanos="
                + maxNanos + "]";
    }
}
