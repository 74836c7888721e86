package io.mehari.impl;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the groups that were open when their route ended, and says so: once, and again for those that come later. */
final class LeftOverGroups {
    /*
     * A group whose turn was taken when the route ended is added by whoever had the turn, maybe after the report. He adds
     * and then looks whether there was one; the reporter says so and then takes what was added: one of them takes it.
     */
    private final String routeId;
    private final boolean completed;
    private final AtomicLong groups = new AtomicLong();
    private final AtomicLong messages = new AtomicLong();
    private volatile boolean reported;

    /** @param completed whether they ought to have been completed by the stop */
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
                                    ? "the time for the stop was up before they could be completed"
                                    : "forceCompletionOnStop() completes them, an aggregationRepository(...) keeps"
                                            + " them"));
        }
    }
}
