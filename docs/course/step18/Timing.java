package step18;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A store of a reference into an old array, and of a number: the difference is the barrier. */
@State(Scope.Benchmark)
public class Timing {
    private final Object[] references = new Object[1024];
    private final int[] numbers = new int[1024];
    private final Object message = new Object();
    private int next;

    @Benchmark
    public void reference() {
        references[next++ & 1023] = message;
    }

    @Benchmark
    public void number() {
        numbers[next++ & 1023] = next;
    }
}
