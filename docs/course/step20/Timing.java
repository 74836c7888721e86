package step20;

import org.openjdk.jmh.annotations.Benchmark;

/** Nothing of this step is fast or slow; the times of the real exchange are in docs/results/exchange.md. */
public class Timing {

    @Benchmark
    public Object anObject() {
        return new Object();
    }
}
