package step16;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long does it take to create and end an exchange: new, from a stack, from a pool with leases? Run it with {@code
 * ./course 16 --bench}.
 */
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
