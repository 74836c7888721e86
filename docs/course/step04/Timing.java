package step04;

import course.Fact;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Does clearing an array of 67 elements for each message take measurable time? And what does reading a fact cost? */
@State(Scope.Benchmark)
public class Timing {

    private final Object context = new Object();
    private final Before.Exchange before = new Before.Exchange(context);
    private final After.Exchange after = new After.Exchange(context);

    public Timing() {
        before.facts.put(Fact.SPLIT_INDEX, 1000);
        after.setFact(Fact.SPLIT_INDEX, 1000);
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
    public int readBefore() {
        return (int) before.facts.get(Fact.SPLIT_INDEX);
    }

    @Benchmark
    public int readAfterByName() {
        return (int) after.fact(Fact.SPLIT_INDEX);
    }

    @Benchmark
    public int readAfter() {
        return after.splitIndex - 1;
    }
}
