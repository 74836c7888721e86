package io.mehari.impl.base;

import io.mehari.RouteTimes;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Measures the times of one route. */
public final class Stopwatch {
    private final LongAdder count = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);

    public void add(long nanos, boolean failure) {
        totalNanos.add(nanos);
        maxNanos.accumulate(nanos);
        if (failure) {
            failed.increment();
        }
        count.increment();
    }

    public RouteTimes times() {
        return new RouteTimes(count.sum(), failed.sum(), totalNanos.sum(), maxNanos.get());
    }
}
