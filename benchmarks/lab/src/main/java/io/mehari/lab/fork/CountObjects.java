package io.mehari.lab.fork;

import io.mehari.engine.Fields;
import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Operations.Operation;
import io.mehari.lab.api.Workload;
import java.util.concurrent.FutureTask;

/**
 * Counts the objects that an operation of a workload allocates, by class and place: {@code CountObjects CamelMessages 1
 * name}, with this number of seconds of warm-up. Needs {@code -XX:-UseTLAB}.
 */
public final class CountObjects {
    /** Many calls, so that small costs, such as those of a background thread, disappear in the mean. */
    private static final int CALLS = 2000;

    private CountObjects() {}

    /** Arguments: the class of the workload, seconds, the name of the operation. */
    public static void main(String[] args) throws Exception {
        Operations operations = new Operations();
        Workload workload = Measure.start(args[0], operations);
        for (Operation operation : operations.all()) {
            if (operation.name().equals(args[2])) {
                count(operation, (long) (Double.parseDouble(args[1]) * 1e9));
            }
        }
        workload.stop();
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void count(Operation operation, long warmUpNanos) throws Exception {
        int calls = Math.max(1, CALLS / operation.messages());
        double messages = (double) calls * operation.messages();
        try (ObjectRecorder recorder = new ObjectRecorder()) {
            fromAnotherThread(operation, calls, System.nanoTime() + warmUpNanos);
            recorder.begin();
            fromAnotherThread(operation, calls, System.nanoTime());
            recorder.end()
                    .forEach((site, sums) -> new Fields("site")
                            .number("objects", sums[0] / messages)
                            .number("bytes", sums[1] / messages)
                            .text("type", site.type())
                            .text("at", site.at())
                            .text("line", site.line())
                            .text("from", site.from())
                            .print());
        }
    }

    /** The main thread's own allocations do not count: see {@link ObjectRecorder#end}. */
    private static void fromAnotherThread(Operation operation, int least, long until) throws Exception {
        Sink sink = new Sink();
        FutureTask<Boolean> calls = new FutureTask<>(() -> {
            for (int i = 0; i < least || System.nanoTime() - until < 0; i++) {
                sink.take(operation.call().call());
            }
            return true;
        });
        new Thread(calls, "operations").start();
        calls.get();
    }
}
