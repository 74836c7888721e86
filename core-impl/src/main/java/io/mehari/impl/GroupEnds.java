package io.mehari.impl;

import io.mehari.impl.Group.Cause;
import io.mehari.spi.ExchangeFactory;
import org.jspecify.annotations.Nullable;

/** The ways in which a group ends. All methods are for whoever has its turn. */
final class GroupEnds {
    /*
     * A group that is to run is counted into the route's traffic before it is closed, so that a stop which finds no open
     * group waits for those that run.
     */
    private final String routeId;
    private final Traffic traffic;
    private final ExchangeFactory exchanges;
    private final OpenGroups groups;
    private final GroupTimer timer;
    private final LeftOverGroups leftOver;
    private final @Nullable StoredGroups stored;

    GroupEnds(
            Aggregators route,
            ExchangeFactory exchanges,
            OpenGroups groups,
            GroupTimer timer,
            LeftOverGroups leftOver,
            @Nullable StoredGroups stored) {
        this.routeId = route.routeId();
        this.traffic = route.traffic();
        this.exchanges = exchanges;
        this.groups = groups;
        this.timer = timer;
        this.leftOver = leftOver;
        this.stored = stored;
    }

    /**
     * Fulfils a wish.
     *
     * @return whether the group is to run, as soon as its turn was given back
     */
    boolean end(Group group, Cause by) {
        if (by == Cause.LEFT_OVER) {
            abandon(group);
            return false;
        }
        if (by == Cause.TIMEOUT && !timer.isUp(group)) {
            return false;
        }
        return stored == null ? complete(group, by) : endStored(stored, group, by);
    }

    private boolean endStored(StoredGroups repository, Group group, Cause by) {
        try {
            repository.load(group);
            if (group.size == 0) {
                drop(group); // somebody else has completed it
            } else if (repository.remove(group)) {
                return complete(group, by);
            }
        } catch (RuntimeException e) {
            Log.warn(
                    Aggregator.class,
                    "Route " + routeId + ": the repository failed, and the group of key [" + OpenGroups.text(group.key)
                            + "] could not be completed by " + by.text,
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

    /** Whether it is to run now; not when the route has ended. A stored one has been removed before. */
    boolean complete(Group group, Cause by) {
        if (!traffic.enterUnlessClosed()) {
            abandon(group);
            return false;
        }
        timer.stop(group);
        group.endedBy = by;
        groups.close(group, true);
        return true;
    }

    private void abandon(Group group) {
        if (stored == null || !stored.putBack(group)) {
            leftOver.add(group.size);
        }
        drop(group);
    }

    /** Ends a group that nobody is to see. */
    void drop(Group group) {
        timer.stop(group);
        groups.close(group, false);
        DefaultExchange dropped = group.aggregate;
        group.aggregate = null;
        if (dropped != null) {
            exchanges.release(dropped, group.lease);
        }
    }

    /** A group that was opened for a message which could not be added. */
    void dropIfEmpty(Group group) {
        if (group.size == 0 && !group.closed) {
            drop(group);
        }
    }
}
