package io.mehari;

/**
 * How long exchanges took in a route, including those that another route sent to it by {@code direct:}. The time that
 * an exchange waits in the route, for a delay or a reply, is included.
 *
 * @param count how many exchanges have passed through
 * @param failed how many of them left the route with a failure
 * @param totalNanos the sum of their times
 * @param maxNanos the longest time
 */
public record RouteTimes(long count, long failed, long totalNanos, long maxNanos) {

    /** The mean time; 0 if no exchange has passed through. */
    public long meanNanos() {
        return count == 0 ? 0 : totalNanos / count;
    }
}
