package io.mehari.subjects.jmh;

import io.mehari.engine.Gauge;
import io.mehari.engine.Usage;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler of JMH: for an operation the bytes that all threads allocate and the processor time of the whole process;
 * for the process its resident memory, now and at most; and how near the processors are.
 */
public final class Resources implements InternalProfiler {
    static final String BYTES = "B/op";
    static final String CPU = "CPU ns/op";
    static final String RESIDENT = "resident MB";
    static final String MOST_RESIDENT = "most resident MB";

    /** The round trip of a cache line before the iteration, and after it. */
    static final String BEFORE = "round trip before";

    static final String AFTER = "round trip after";

    private long allocated;
    private long cpu;
    private double roundTrip;

    /** Created by JMH, by the name of the class. */
    public Resources() {}

    @Override
    public String getDescription() {
        return "bytes and processor time of all threads, resident memory";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        roundTrip = Gauge.roundTrip();
        allocated = Usage.allocated();
        cpu = Usage.cpu();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double operations = Math.max(1, result.getMetadata().getAllOps());
        double bytes = (Usage.allocated() - allocated) / operations;
        double nanos = (Usage.cpu() - cpu) / operations;
        return List.of(
                each(BYTES, bytes, AggregationPolicy.AVG),
                each(CPU, nanos, AggregationPolicy.AVG),
                each(BEFORE, roundTrip, AggregationPolicy.AVG),
                each(AFTER, Gauge.roundTrip(), AggregationPolicy.AVG),
                each(RESIDENT, Usage.memory("self", "VmRSS"), AggregationPolicy.AVG),
                each(MOST_RESIDENT, Usage.memory("self", "VmHWM"), AggregationPolicy.MAX));
    }

    private static ScalarResult each(String name, double value, AggregationPolicy policy) {
        return new ScalarResult(name, value, name, policy);
    }
}
