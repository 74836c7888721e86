package io.mehari.soak;

import io.mehari.impl.DefaultRoutingContext;
import java.util.List;

/** A queue of the soak: its options, the number of threads that send and take, and its share of the messages. */
record Plan(Sort sort, String name, String options, int producers, List<Integer> routes, int percent) {
    private static final String KILLER = "&exceptionHandler=#killer";
    private static final String EACH = "size=128&blockWhenFull=true&multipleConsumers=true";

    static final List<Plan> ALL = List.of(
            new Plan(Lane::new, "ordered", "size=1024&blockWhenFull=true", 1, List.of(1), 30),
            new Plan(Lane::new, "shared", "size=1024&blockWhenFull=true" + KILLER, 3, List.of(1, 2), 33),
            new Plan(Lane::new, "narrow", "size=4&blockWhenFull=true&offerTimeout=1", 2, List.of(1), 5),
            new Plan(Lane::new, "dropping", "size=128&discardWhenFull=true" + KILLER, 1, List.of(2), 20),
            new Plan(Calls::new, "calls", "size=4&blockWhenFull=true&timeout=0", 3, List.of(2), 1),
            new Plan(Calls::new, "hurried", "size=4&blockWhenFull=true&timeout=2", 3, List.of(1, 2), 1),
            new Plan(Subscribers::new, "subscribers", EACH + KILLER, 2, List.of(1, 1, 2), 10));

    /** Creates a lane. */
    interface Sort {
        Lane lane(Plan plan, String kind, DefaultRoutingContext context, Findings findings);
    }

    boolean isOrdered() {
        return routes.equals(List.of(1));
    }

    Lane lane(String kind, DefaultRoutingContext context, Findings findings) {
        return sort.lane(this, kind, context, findings);
    }
}
