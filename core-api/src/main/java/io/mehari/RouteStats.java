package io.mehari;

/**
 * What has passed through a route since it was added. Exchanges count in the route that took them in, not in those it
 * called.
 *
 * @param inflight how many are under way now
 * @param pending how many wait in front of the route now, where it consumes from a queue
 * @param completed how many ended without a failure
 * @param failed how many ended with one
 */
public record RouteStats(long inflight, long pending, long completed, long failed) {
    /** How many ended, one way or the other. */
    public long total() {
        return completed + failed;
    }

    /** The two together. */
    public RouteStats plus(RouteStats other) {
        return new RouteStats(
                inflight + other.inflight, pending + other.pending, completed + other.completed, failed + other.failed);
    }
}
