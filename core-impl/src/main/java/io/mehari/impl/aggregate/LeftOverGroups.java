package io.mehari.impl.aggregate;

import io.mehari.spi.Log;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the groups that were still open when their route ended, and logs them: once, and again for any that come
 * later.
 */
final class LeftOverGroups {
    /*
     * A group whose lock was held when the route ended is added by the thread that held it, maybe after the report.
     * That thread adds first and reads `reported` then; the reporter sets `reported` first and takes the counts then.
     * So one of the two reports the group.
     */
    private final String routeId;
    private final boolean completed;
    private final AtomicLong groups = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();
    private volatile boolean reported;

    /** @param completed whether the stop should have completed the groups */
    LeftOverGroups(String routeId, boolean completed) {
        this.routeId = routeId;
        this.completed = completed;
    }

    void add(int size) {
        messages.addAndGet(size);
        groups.incrementAndGet();
        if (reported) {
            report();
        }
    }

    void report() {
        reported = true;
        long open = groups.getAndSet(0);
        if (open > 0) {
            Log.warn(
                    Aggregator.class,
                    "Route " + routeId + ": groups were not complete when the route stopped, and are lost: "
                            + messages.getAndSet(0) + " messages in " + open + " groups; "
                            + (completed
                                    ? "the stop ended before it could complete them"
                                    : "forceCompletionOnStop() completes them, an aggregationRepository(...) keeps"
                                            + " them"));
        }
    }
}
