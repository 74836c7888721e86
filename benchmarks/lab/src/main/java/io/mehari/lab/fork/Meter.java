package io.mehari.lab.fork;

import io.mehari.lab.api.Operations.Operation;
import io.mehari.report.Statistics;
import io.mehari.scenarios.Fields;
import java.util.ArrayList;
import java.util.List;

/** Measures one operation, an iteration at a time. */
final class Meter {
    /** This number of consecutive iterations must allocate the same, so that the bytes are those of compiled code. */
    private static final int SAME = 3;

    /** The bytes that the sampling of other threads may add to a message. */
    private static final double SAME_BYTES = 0.5;

    private final Operation operation;
    private final Sink sink;
    private final List<Double> nanos = new ArrayList<>();
    private final List<Double> bytes = new ArrayList<>();
    private long calls = 1;

    Meter(Operation operation, Sink sink) {
        this.operation = operation;
        this.sink = sink;
    }

    /** Runs the operation for about that time, and records the time and bytes of a message. */
    void iterate(long wantedNanos) throws Exception {
        long bytesBefore = Bytes.now(operation.manyThreads());
        long before = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            sink.take(operation.call().call());
        }
        long elapsed = Math.max(1, System.nanoTime() - before);
        double messages = (double) calls * operation.messages();
        bytes.add((Bytes.now(operation.manyThreads()) - bytesBefore) / messages);
        nanos.add(elapsed / messages);
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
        bytes.clear();
    }

    /** The measurements as one line. */
    Fields line() {
        return new Fields("operation")
                .number("nanos", Statistics.median(nanos))
                .number("bytes", Statistics.median(bytes))
                .truth("steady", isSteady())
                .number("iterations", nanos.size())
                .text("name", operation.name());
    }
}
