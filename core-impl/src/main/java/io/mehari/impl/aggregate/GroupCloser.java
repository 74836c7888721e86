package io.mehari.impl.aggregate;

import io.mehari.impl.aggregate.Group.Cause;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import org.jspecify.annotations.Nullable;

/** Ends groups: completes, drops or abandons them. The caller of each method holds the lock of the group. */
final class GroupCloser {
    /*
     * A completed group is counted as in flight before it is closed. So a stop that finds no open group still waits for
     * the groups that run.
     */
    private final String routeId;
    private final InflightCounter inflight;
    private final ExchangeFactory exchanges;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final LeftOverGroups leftOver;
    private final @Nullable StoredGroups stored;

    GroupCloser(
            RouteAggregators route,
            ExchangeFactory exchanges,
            OpenGroups groups,
            GroupTimer timer,
            LeftOverGroups leftOver,
            @Nullable StoredGroups stored) {
        this.routeId = route.routeId();
        this.inflight = route.inflight();
        this.exchanges = exchanges;
        this.groups = groups;
        this.timer = timer;
        this.leftOver = leftOver;
        this.stored = stored;
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
        return stored == null ? finish(group, by) : endStored(stored, group, by);
    }

    private boolean finish(Group group, Cause by) {
        if (by == Cause.DISCARD) {
            drop(group);
            return false;
        }
        if (groups.hasEnded()) { // a repository may have taken longer than the stop has waited
            abandon(group);
            return false;
        }
        inflight.enter();
        closeCounted(group, by);
        return true;
    }

    @SuppressWarnings("CatchingUnchecked") // a repository may throw anything
    private boolean endStored(StoredGroups repository, Group group, Cause by) {
        try {
            repository.load(group);
            if (group.size == 0) {
                drop(group); // another program has completed it
            } else if (repository.remove(group)) {
                return finish(group, by);
            }
        } catch (Throwable e) {
            Log.warn(
                    Aggregator.class,
                    "Route " + routeId + ": the repository failed, and the group of key [" + OpenGroups.text(group.key)
                            + "] could not be ended" + (by.text.isEmpty() ? "" : " by " + by.text),
                    e);
        } finally {
            if (!group.closed) {
                repository.unload(group);
            }
        }
        if (by == Cause.TIMEOUT && !group.closed) {
            timer.restart(group, group.timeoutMillis);
        }
        return false;
    }

    /**
     * Closes the group of a message, which may be in flight in another route; false if this route has ended, so that
     * the group cannot run. The caller has removed it from a repository.
     */
    boolean complete(Group group, Cause by) {
        if (!inflight.enterUnlessClosed()) {
            abandon(group);
            return false;
        }
        closeCounted(group, by);
        return true;
    }

    /** Law S4: if this throws, the group is still open and not counted. If not, the group is closed and must run. */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, and the timer may be the user's
    private void closeCounted(Group group, Cause by) {
        group.endedBy = by;
        try {
            groups.close(group, true);
            timer.stop(group);
        } catch (Throwable e) {
            if (!group.closed) {
                inflight.leaveUncounted();
                throw e;
            }
            Log.warn(GroupCloser.class, "The timer of a group could not be stopped; it will have no effect", e);
        }
    }

    private void abandon(Group group) {
        if (!isPutBack(group)) {
            leftOver.add(group.size);
        }
        drop(group);
    }

    @SuppressWarnings("CatchingUnchecked") // a repository may throw anything
    private boolean isPutBack(Group group) {
        try {
            return stored != null && stored.putBack(group);
        } catch (Throwable e) {
            Log.warn(Aggregator.class, "Route " + routeId + ": the repository failed, so a group is lost", e);
            return false;
        }
    }

    /** Closes the group without running it. */
    void drop(Group group) {
        timer.stop(group);
        groups.close(group, false);
        AbstractExchange dropped = group.aggregate;
        group.aggregate = null;
        if (dropped != null) {
            exchanges.release(dropped, group.lease);
        }
    }

    /** Drops a group that was opened for a message which then could not be added. */
    void dropIfEmpty(Group group) {
        if (group.size == 0 && !group.closed) {
            drop(group);
        }
    }
}
