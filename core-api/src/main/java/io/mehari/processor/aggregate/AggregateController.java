package io.mehari.processor.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * Completes or drops open groups of the aggregator to which it was given by {@code aggregateController(controller)}. A
 * group that is completed runs on the calling thread, unless {@code parallelProcessing()} is set. While the route of
 * the aggregator does not run, there are no groups, and all methods return 0.
 */
public final class AggregateController {
    private volatile @Nullable Groups groups;

    public AggregateController() {}

    /** The open groups of an aggregator that runs. */
    @FunctionalInterface
    public interface Groups {
        /**
         * Ends the group with this key, and returns the number of groups that were ended.
         *
         * @param key null for all groups
         * @param discard whether they are dropped instead of completed
         */
        int end(@Nullable Object key, boolean discard);
    }

    /** Called by the engine when the route of the aggregator starts, and with null when it stops. */
    public void setGroups(@Nullable Groups groups) {
        this.groups = groups;
    }

    /** Completes the group with this key. Returns 1, or 0 if there is no such group. */
    public int forceCompletionOfGroup(Object key) {
        return end(key, false);
    }

    /** Completes all open groups, and returns their number. */
    public int forceCompletionOfAllGroups() {
        return end(null, false);
    }

    /** Drops the group with this key. Returns 1, or 0 if there is no such group. */
    public int forceDiscardingOfGroup(Object key) {
        return end(key, true);
    }

    /** Drops all open groups, and returns their number. */
    public int forceDiscardingOfAllGroups() {
        return end(null, true);
    }

    private int end(@Nullable Object key, boolean discard) {
        Groups running = groups;
        return running == null ? 0 : running.end(key, discard);
    }
}
