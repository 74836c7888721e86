package step16;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How long does it take to begin a message and end it: new, from a stack, with a lease? With {@code ./course 16 --bench}. */
@State(Scope.Benchmark)
public class Timing {

    private final Before naive = new Before(16);
    private final Leased leased = new Leased(16);

    @Benchmark
    public Object plain() {
        return After.create("body");
    }

    @Benchmark
    public Object naivePool() {
        Exchange exchange = naive.acquire("body");
        naive.release(exchange);
        return exchange;
    }

    @Benchmark
    public boolean leasedPool() {
        Exchange exchange = leased.acquire("body");
        return leased.release(exchange, exchange.lease());
    }
}
