package step02;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Does it save time to allocate two objects of seventeen less? Run it with {@code ./course 02 --bench}. */
@State(Scope.Benchmark)
public class Timing {

    private final Object context = new Object();

    @Benchmark
    public Object before() {
        return new Before.Exchange(context);
    }

    @Benchmark
    public Object after() {
        return new After.Exchange(context);
    }
}
