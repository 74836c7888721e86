package step13;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;

/**
 * How long does it take to pass a message from one thread to another, in a stream of messages? Run it with {@code
 * ./course 13 --bench}.
 */
@State(Scope.Group)
public class Timing {
    private static final int CAPACITY = 1024;

    @Param({"lock", "tight", "padded"})
    public String queue;

    private Handoff handoff;

    @Setup
    public void make() {
        handoff = switch (queue) {
            case "lock" -> new Before(CAPACITY);
            case "tight" -> new After(CAPACITY, new Counters.Tight());
            default -> new After(CAPACITY, new Counters.Padded());
        };
    }

    @Benchmark
    @Group("stream")
    public void send(Control control) {
        while (!handoff.offer(this) && !control.stopMeasurement) {
            Thread.onSpinWait();
        }
    }

    @Benchmark
    @Group("stream")
    public Object take(Control control) {
        Object message = handoff.poll();
        while (message == null && !control.stopMeasurement) {
            Thread.onSpinWait();
            message = handoff.poll();
        }
        return message;
    }
}
