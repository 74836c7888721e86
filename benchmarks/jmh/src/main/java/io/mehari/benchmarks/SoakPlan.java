package io.mehari.benchmarks;

import io.mehari.impl.DefaultRoutingContext;
import java.util.List;

/** A queue of the soak: its options, the number of threads that send and take, and its share of the messages. */
record SoakPlan(Sort sort, String name, String options, int producers, List<Integer> routes, int percent) {
    private static final String KILLER = "&exceptionHandler=#killer";
    private static final String EACH = "size=128&blockWhenFull=true&multipleConsumers=true";

    static final List<SoakPlan> ALL = List.of(
            new SoakPlan(SoakLane::new, "ordered", "size=1024&blockWhenFull=true", 1, List.of(1), 30),
            new SoakPlan(SoakLane::new, "shared", "size=1024&blockWhenFull=true" + KILLER, 3, List.of(1, 2), 33),
            new SoakPlan(SoakLane::new, "narrow", "size=4&blockWhenFull=true&offerTimeout=1", 2, List.of(1), 5),
            new SoakPlan(SoakLane::new, "dropping", "size=128&discardWhenFull=true" + KILLER, 1, List.of(2), 20),
            new SoakPlan(SoakCalls::new, "calls", "size=4&blockWhenFull=true&timeout=0", 3, List.of(2), 1),
            new SoakPlan(SoakCalls::new, "hurried", "size=4&blockWhenFull=true&timeout=2", 3, List.of(1, 2), 1),
            new SoakPlan(SoakSubscribers::new, "subscribers", EACH + KILLER, 2, List.of(1, 1, 2), 10));

    /** Creates a lane. */
    interface Sort {
        SoakLane lane(SoakPlan plan, String kind, DefaultRoutingContext context, SoakFindings findings);
    }

    boolean isOrdered() {
        return routes.equals(List.of(1));
    }

    SoakLane lane(String kind, DefaultRoutingContext context, SoakFindings findings) {
        return sort.lane(this, kind, context, findings);
    }
}
