package step05;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does a message without headers cost, and what does the null check cost a message whose headers are read? */
@State(Scope.Benchmark)
public class Timing {

    private final Object context = new Object();
    private final Before.Exchange before = new Before.Exchange(context);
    private final After.Exchange after = new After.Exchange(context);

    public Timing() {
        before.setHeader("Content-Type", "text/plain");
        after.setHeader("Content-Type", "text/plain");
    }

    @Benchmark
    public Object makeBefore() {
        return new Before.Exchange(context);
    }

    @Benchmark
    public Object makeAfter() {
        return new After.Exchange(context);
    }

    @Benchmark
    public Object readBefore() {
        return before.getHeader("Content-Type");
    }

    @Benchmark
    public Object readAfter() {
        return after.getHeader("Content-Type");
    }
}
