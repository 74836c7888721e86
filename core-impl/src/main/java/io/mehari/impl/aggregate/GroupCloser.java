package io.mehari.impl.aggregate;

import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.StackRoom;
import java.util.concurrent.atomic.AtomicLong;

/** Ends groups: completes, drops or abandons them. The caller of each method holds the lock of the group. */
final class GroupCloser {
    /*
     * A completed group is counted as in flight before it is closed. So a stop that finds no open group still waits for
     * the groups that run.
     *
     * Groups that were still open when their route ended are counted and logged: once, and again for any that come
     * later. A group whose lock was held when the route ended is added by the thread that held it, maybe after the
     * report. That thread adds first and reads `reported` then; the reporter sets `reported` first and takes the counts
     * then. So one of the two reports the group.
     */
    private final String routeId;
    private final InflightCounter inflight;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final boolean completesAtStop;
    private final AtomicLong lostGroups = new AtomicLong();
    private final AtomicLong lostMessages = new AtomicLong();
    private volatile boolean reported;

    GroupCloser(RouteAggregators route, OpenGroups groups, GroupTimer timer, boolean completesAtStop) {
        this.routeId = route.routeId();
        this.inflight = route.inflight();
        this.groups = groups;
        this.timer = timer;
        this.completesAtStop = completesAtStop;
    }

    /**
     * Handles a request to end the group.
     *
     * @param counted whether the caller is counted as in flight; if not, the route has ended, so no group can run
     * @return true if the caller must run the group after it has released the lock
     */
    boolean end(Group group, Cause by, boolean counted) {
        if (by == Cause.LEFT_OVER || !counted) {
            abandon(group);
            return false;
        }
        if (by == Cause.TIMEOUT && !timer.isUp(group)) {
            return false;
        }
        return complete(group, by);
    }

    /**
     * Closes the group, so that it runs; false if the route has ended: a message may be in flight in another route.
     */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the timer may be the user's
    boolean complete(Group group, Cause by) {
        StackRoom.claim(StackRoom.WAKE_UP); // law S4: when it is counted in, it is closed, and must run
        if (!inflight.enterUnlessClosed()) {
            abandon(group);
            return false;
        }
        group.endedBy = by;
        try {
            groups.close(group);
            timer.stop(group);
        } catch (Throwable e) {
            Log.warn(GroupCloser.class, "The timer of a group could not be stopped; it will have no effect", e);
        }
        return true;
    }

    private void abandon(Group group) {
        lostMessages.addAndGet(group.size);
        inflight.count(InflightCounter.DISCARDED, group.size);
        lostGroups.incrementAndGet();
        if (reported) {
            reportLost();
        }
        drop(group);
    }

    /** Logs the groups that were lost so far. */
    void reportLost() {
        reported = true;
        long lost = lostGroups.getAndSet(0);
        if (lost > 0) {
            Log.warn(
                    Log.route(routeId),
                    "Route " + routeId + ": groups were not complete when the route stopped, and are lost: "
                            + lostMessages.getAndSet(0) + " messages in " + lost + " groups; "
                            + (completesAtStop
                                    ? "the stop ended before it could complete them"
                                    : "forceCompletionOnStop() completes them"));
        }
    }

    /** Closes the group without running it. */
    void drop(Group group) {
        timer.stop(group);
        groups.close(group);
        AbstractExchange dropped = group.aggregate;
        group.aggregate = null;
        if (dropped != null) {
            dropped.release();
        }
    }

    /** Drops a group that was opened for a message which then could not be added. */
    void dropIfEmpty(Group group) {
        if (group.size == 0 && !group.closed) {
            drop(group);
        }
    }
}
