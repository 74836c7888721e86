package io.mehari.impl.observe;

import io.mehari.Exchange;
import io.mehari.RouteTimes;
import io.mehari.spi.Threading;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Measures the times of one route. */
public final class Stopwatch implements StepWatch {
    private final LongAdder count = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder totalNanos = new LongAdder();
    private final LongAccumulator maxNanos = new LongAccumulator(Math::max, 0);

    @Override
    public long begin(Exchange exchange) {
        return Threading.nanoTime();
    }

    @Override
    public void ended(Exchange exchange, long begin) {
        long nanos = Threading.nanoTime() - begin;
        totalNanos.add(nanos);
        maxNanos.accumulate(nanos);
        if (exchange.isFailed()) {
            failed.increment();
        }
        count.increment();
    }

    public RouteTimes times() {
        return new RouteTimes(count.sum(), failed.sum(), totalNanos.sum(), maxNanos.get());
    }
}
