package step03;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long does it take to read a body through one object and through two, in the cache and not in the cache? */
@State(Scope.Benchmark)
public class Timing {

    private static final int MANY = 1024;

    /** The benchmark reads 1024 bodies at random from this many exchanges, so that few are in the cache. */
    @Param({"1024", "131072"})
    public int exchanges;

    private Before.Exchange[] before;
    private After.Exchange[] after;
    private int from;

    @Setup
    public void fill() {
        before = new Before.Exchange[exchanges];
        after = new After.Exchange[exchanges];
        for (int i = 0; i < exchanges; i++) {
            before[i] = new Before.Exchange(this);
            before[i].message.body = "body";
            after[i] = new After.Exchange(this);
            after[i].body = "body";
        }
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public int before() {
        int seen = 0;
        int at = from++;
        for (int i = 0; i < MANY; i++) {
            at = at * 1_664_525 + 1_013_904_223;
            seen += before[(at >>> 9) & (exchanges - 1)].message.body == null ? 0 : 1;
        }
        return seen;
    }

    @Benchmark
    @OperationsPerInvocation(MANY)
    public int after() {
        int seen = 0;
        int at = from++;
        for (int i = 0; i < MANY; i++) {
            at = at * 1_664_525 + 1_013_904_223;
            seen += after[(at >>> 9) & (exchanges - 1)].message().body == null ? 0 : 1;
        }
        return seen;
    }
}
