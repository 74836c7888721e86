package step01;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How long does it take to make a naive message? Run it with {@code ./course 01 --bench}. */
@State(Scope.Benchmark)
public class Timing {

    private final Rung naive = new Rung();

    @Benchmark
    public Object message() {
        return naive.create("body");
    }
}
