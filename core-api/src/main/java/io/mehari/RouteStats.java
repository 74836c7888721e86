package io.mehari;

/**
 * Counts of the exchanges of a route since it was added. An exchange is counted by the route that it enters first, and
 * not by routes that this route calls.
 *
 * @param inflight how many are in flight now
 * @param pending how many wait in the queue that the route consumes from, if there is one
 * @param completed how many ended without a failure
 * @param failed how many ended with a failure
 */
public record RouteStats(long inflight, long pending, long completed, long failed) {
    /** How many ended, with or without a failure. */
    public long total() {
        return completed + failed;
    }

    /** The sums of the two. */
    public RouteStats plus(RouteStats other) {
        return new RouteStats(
                inflight + other.inflight, pending + other.pending, completed + other.completed, failed + other.failed);
    }
}
