package io.mehari.impl;

import io.mehari.FailedToCreateRouteException;
import io.mehari.builder.AggregateSettings;
import java.util.IdentityHashMap;
import java.util.concurrent.Callable;

/** The aggregators of one route, from its start to its end. */
final class Aggregators {
    /*
     * A doFinally block is in the code twice, and so is an aggregate block within it: both have one aggregator.
     */
    private final String routeId;
    private final Traffic traffic;
    private final IdentityHashMap<AggregateSettings, Aggregator> aggregators = new IdentityHashMap<>();

    Aggregators(String routeId, Traffic traffic) {
        this.routeId = routeId;
        this.traffic = traffic;
    }

    String routeId() {
        return routeId;
    }

    Traffic traffic() {
        return traffic;
    }

    /** The aggregator of one block of the description. */
    Aggregator of(AggregateSettings says, Callable<Aggregator> maker) throws Exception {
        Aggregator made = aggregators.get(says);
        if (made == null) {
            made = maker.call();
            aggregators.put(says, made);
        }
        return made;
    }

    void start() {
        try {
            for (Aggregator each : aggregators.values()) {
                each.start();
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new FailedToCreateRouteException(
                    routeId, "its aggregator cannot take over the groups of the repository: " + e.getMessage(), e);
        }
    }

    /** Completes what is to be completed when the route stops; false when there is nothing. */
    boolean completeAtStop() {
        boolean any = false;
        for (Aggregator each : aggregators.values()) {
            any |= each.completeAtStop();
        }
        return any;
    }

    void end() {
        aggregators.values().forEach(Aggregator::end);
    }
}
