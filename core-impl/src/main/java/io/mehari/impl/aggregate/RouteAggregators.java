package io.mehari.impl.aggregate;

import io.mehari.builder.model.AggregateSettings;
import io.mehari.impl.engine.InflightCounter;
import java.util.IdentityHashMap;
import java.util.concurrent.Callable;

/** The aggregators of one route, from its start to its stop. */
public final class RouteAggregators {
    /*
     * A doFinally block is compiled twice, and so is an aggregate block in it: both copies share one aggregator.
     */
    private final InflightCounter inflight;
    private final IdentityHashMap<AggregateSettings, Aggregator> aggregators = new IdentityHashMap<>();

    public RouteAggregators(InflightCounter inflight) {
        this.inflight = inflight;
    }

    public InflightCounter inflight() {
        return inflight;
    }

    /** Returns the aggregator of an aggregate block, made on the first call. */
    public Aggregator of(AggregateSettings settings, Callable<Aggregator> maker) throws Exception {
        Aggregator made = aggregators.get(settings);
        if (made == null) {
            made = maker.call();
            aggregators.put(settings, made);
        }
        return made;
    }

    public void start() {
        for (Aggregator each : aggregators.values()) {
            each.start();
        }
    }

    /** Whether a thread works on a group. */
    public boolean isBusy() {
        for (Aggregator each : aggregators.values()) {
            if (each.isBusy()) {
                return true;
            }
        }
        return false;
    }

    /** The number of open groups, and the age of the oldest in milliseconds. */
    public long[] openAndOldest() {
        long[] both = new long[2];
        for (Aggregator each : aggregators.values()) {
            both[0] += each.groups().size();
            both[1] = Math.max(both[1], each.groups().oldestMillis());
        }
        return both;
    }

    /** Completes the groups that {@code forceCompletionOnStop()} asks for; false if there is nothing to wait for. */
    public boolean completeAtStop() {
        boolean any = false;
        for (Aggregator each : aggregators.values()) {
            any |= each.completeAtStop();
        }
        return any;
    }

    public void end() {
        for (Aggregator each : aggregators.values()) {
            each.end();
        }
    }
}
