package io.mehari.lab.fork;

import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Statistics;
import io.mehari.lab.api.Operations.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures one operation, an iteration at a time. If several threads take part, each iteration also records how near
 * the processors were, since only times of the same {@linkplain Gauge.State state} can be compared.
 */
public final class Meter {
    /** The field that an operation on several threads has. */
    public static final String MANY_THREADS = "many-threads";

    /** How the fields with times in one state of the processors begin. */
    public static final String NANOS_IN = "nanos-";

    /** This number of consecutive iterations must allocate the same, so that the bytes are those of compiled code. */
    private static final int SAME = 3;

    /** The bytes that the sampling of other threads may add to a message. */
    private static final double SAME_BYTES = 0.5;

    /** With fewer iterations in a state, there is no time for that state. */
    private static final int LEAST_IN_STATE = 3;

    private final Operation operation;
    private final Sink sink;
    private final List<Double> nanos = new ArrayList<>();
    private final Map<Gauge.State, List<Double>> nanosInState = new EnumMap<>(Gauge.State.class);
    private final List<Double> bytes = new ArrayList<>();
    private long calls = 1;

    Meter(Operation operation, Sink sink) {
        this.operation = operation;
        this.sink = sink;
    }

    /** Runs the operation for about that time, and records the time and bytes of a message. */
    void iterate(long wantedNanos) throws Exception {
        Gauge gauge = operation.manyThreads() ? Gauge.begin() : null;
        long bytesBefore = Bytes.now(operation.manyThreads());
        long before = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            sink.take(operation.call().call());
        }
        long elapsed = Math.max(1, System.nanoTime() - before);
        double messages = (double) calls * operation.messages();
        bytes.add((Bytes.now(operation.manyThreads()) - bytesBefore) / messages);
        nanos.add(elapsed / messages);
        if (gauge != null) {
            nanosInState.computeIfAbsent(gauge.end(), each -> new ArrayList<>()).add(elapsed / messages);
        }
        calls = nextCalls(elapsed, wantedNanos);
    }

    /** At most ten times as many as before, since the first calls are slow. */
    private long nextCalls(long elapsed, long wantedNanos) {
        double factor = Math.min(10, (double) wantedNanos / elapsed);
        return Math.max(1, (long) (calls * factor));
    }

    /** Whether the last iterations allocated the same number of bytes. */
    boolean isSteady() {
        int size = bytes.size();
        if (size < SAME) {
            return false;
        }
        double last = bytes.get(size - 1);
        return bytes.subList(size - SAME, size).stream().allMatch(each -> Math.abs(each - last) <= SAME_BYTES);
    }

    /** Drops the measurements of the warm-up. */
    void forget() {
        nanos.clear();
        nanosInState.clear();
        bytes.clear();
    }

    /** The measurements as one line. */
    Fields line() {
        Fields line = new Fields("operation")
                .number("nanos", Statistics.median(nanos))
                .number("bytes", Statistics.median(bytes))
                .truth("steady", isSteady())
                .number("iterations", nanos.size())
                .text("name", operation.name());
        if (operation.manyThreads()) {
            line.truth(MANY_THREADS, true);
        }
        nanosInState.forEach((state, each) -> {
            if (state != Gauge.State.MIXED && each.size() >= LEAST_IN_STATE) {
                line.number(NANOS_IN + state, Statistics.median(each));
            }
        });
        return line;
    }
}
