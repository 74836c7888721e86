package step15;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How long does a step with a view take with one kind of processor, and with three? Run it with {@code ./course 15
 * --bench}.
 */
@State(Scope.Benchmark)
public class Timing {

    @Param({"1", "3"})
    public int kinds;

    private final Exchange exchange = new Exchange();
    private final Before.Processor[] before = new Before.Processor[3];
    private final After.Processor[] after = new After.Processor[3];
    private int next;

    @Setup
    public void fill() {
        Before.Processor[] givenViews = {Before.TYPE, Before.TENANT, Before.BOTH};
        After.Processor[] givenExchanges = {After.TYPE, After.TENANT, After.BOTH};
        for (int i = 0; i < 3; i++) {
            before[i] = givenViews[i % kinds];
            after[i] = givenExchanges[i % kinds];
        }
    }

    private int next() {
        next = next == 2 ? 0 : next + 1;
        return next;
    }

    @Benchmark
    public Object view() {
        return Before.send(exchange, before[next()]);
    }

    @Benchmark
    public Object exchange() {
        return After.send(exchange, after[next()]);
    }
}
