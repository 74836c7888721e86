package step11;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long does a message take that needs no unit of work, and one with a completion? Run it with {@code ./course 11
 * --bench}.
 */
@State(Scope.Benchmark)
public class Timing {

    public int completed;

    private final Runnable completion = this::complete;

    private void complete() {
        completed++;
    }

    @Benchmark
    public Object noneBefore() {
        Before exchange = new Before();
        exchange.unitOfWork().done();
        return exchange;
    }

    @Benchmark
    public Object noneAfter() {
        After exchange = new After();
        exchange.done();
        return exchange;
    }

    @Benchmark
    public Object oneBefore() {
        Before exchange = new Before();
        exchange.unitOfWork().addCompletion(completion);
        exchange.unitOfWork().done();
        return exchange;
    }

    @Benchmark
    public Object oneAfter() {
        After exchange = new After();
        exchange.unitOfWork().addCompletion(completion);
        exchange.done();
        return exchange;
    }
}
