package step07;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does it cost to compare two names, or to hash one, by the rules of the JDK and by ASCII folding? */
@State(Scope.Benchmark)
public class Timing {

    private String stored = "Content-Type";

    @Param({"Content-Type", "CONTENT-TYPE", "Content-Typo"})
    public String asked;

    @Benchmark
    public boolean equalBefore() {
        return Before.equal(stored, asked);
    }

    @Benchmark
    public boolean equalAfter() {
        return After.equal(stored, asked);
    }

    @Benchmark
    public int hashBefore() {
        return Before.hash(asked);
    }

    @Benchmark
    public int hashAfter() {
        return After.hash(asked);
    }
}
