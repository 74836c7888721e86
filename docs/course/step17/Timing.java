package step17;

import org.openjdk.jmh.annotations.Benchmark;

/** How long it takes to make a message with five headers. */
public class Timing {
    private static final String[] NAMES = {"Content-Type", "X-Order", "X-Customer", "X-Trace", "Priority"};

    @Benchmark
    public Object pairs() {
        Before message = new Before();
        for (String name : NAMES) {
            message.put(name, "value");
        }
        return message;
    }

    @Benchmark
    public Object shapes() {
        After message = new After();
        for (String name : NAMES) {
            message.put(name, "value");
        }
        return message;
    }
}
