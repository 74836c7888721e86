package step09;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How long does a copy take that is only read, and one that is written to? Run it with {@code ./course 09 --bench}. */
@State(Scope.Benchmark)
public class Timing {

    private final Before before = new Before();
    private final After after = new After();

    public Timing() {
        for (String name : StepTest.HEADERS) {
            before.setHeader(name, "a");
            after.setHeader(name, "a");
        }
        for (String name : StepTest.PROPERTIES) {
            before.setProperty(name, "a");
            after.setProperty(name, "a");
        }
    }

    @Benchmark
    public Object readOnlyBefore() {
        return before.copy();
    }

    @Benchmark
    public Object readOnlyAfter() {
        return after.copy();
    }

    @Benchmark
    public Object writtenBefore() {
        Before copy = before.copy();
        copy.setHeader("type", "slow");
        return copy;
    }

    @Benchmark
    public Object writtenAfter() {
        After copy = after.copy();
        copy.setHeader("type", "slow");
        return copy;
    }
}
