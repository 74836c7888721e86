package step19;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A send that no interceptor wants, with a stream and without. */
@State(Scope.Benchmark)
public class Timing {
    private final Before before = new Before();
    private final After after = new After();

    @Benchmark
    public Object stream() {
        return before.send("direct:orders", "body");
    }

    @Benchmark
    public Object loop() {
        return after.send("direct:orders", "body");
    }
}
