package io.mehari.lab.fork;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Operations.Operation;
import io.mehari.lab.api.Workload;
import io.mehari.scenarios.AllocationRecorder;
import io.mehari.scenarios.Fields;
import java.util.concurrent.FutureTask;

/**
 * Counts the objects that each operation of a workload allocates, class by class: {@code CountObjects CamelMessages 4},
 * with this number of seconds of warm-up. Needs {@code -XX:-UseTLAB}.
 */
public final class CountObjects {
    /** Many calls, so that small costs, such as those of a background thread, disappear in the mean. */
    private static final int CALLS = 2000;

    private CountObjects() {}

    /** Arguments: the class of the workload, seconds. */
    public static void main(String[] args) throws Exception {
        Workload workload = Measure.workload(args[0]);
        Operations operations = new Operations();
        workload.start(operations);
        long warmUp =
                (long) (Double.parseDouble(args[1]) * 1e9 / operations.all().size());
        for (Operation operation : operations.all()) {
            count(operation, warmUp);
        }
        workload.stop();
        System.out.println(new Fields("end"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void count(Operation operation, long warmUpNanos) throws Exception {
        int calls = Math.max(1, CALLS / operation.messages());
        try (AllocationRecorder recorder = new AllocationRecorder()) {
            fromAnotherThread(operation, calls, System.nanoTime() + warmUpNanos);
            recorder.begin();
            fromAnotherThread(operation, calls, System.nanoTime());
            recorder.end()
                    .lines((long) calls * operation.messages())
                    .forEach(line -> System.out.println(line.text("name", operation.name())));
        }
    }

    /** The main thread's own allocations do not count: see {@link AllocationRecorder#end}. */
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
