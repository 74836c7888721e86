package io.mehari.lab.fork;

import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Operations.Operation;
import io.mehari.lab.api.Workload;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures the operations of one workload in this JVM: {@code Measure CamelMessages 8}, for about this number of
 * seconds. With a third argument, only those whose names begin with it. Prints one line of {@link Fields} for each
 * operation.
 *
 * <p>The operations take turns, with one short iteration each, so that a slow moment of the machine affects all of
 * them. The first half of the time is warm-up. It is extended up to three times as long, while the allocated bytes
 * still change between iterations.
 */
public final class Measure {
    private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int PASSES = 10;
    private static final int LONGEST_WARM_UP = 3;

    private final List<Meter> meters = new ArrayList<>();
    private final long halfNanos;
    private final long iterationNanos;

    private Measure(List<Operation> operations, double seconds) {
        Sink sink = new Sink();
        operations.forEach(each -> meters.add(new Meter(each, sink)));
        halfNanos = (long) (seconds * 1e9 / 2);
        iterationNanos = Math.max(SHORTEST, halfNanos / meters.size() / PASSES);
    }

    /** Arguments: the class of the workload, seconds, how the names of the operations begin. */
    public static void main(String[] args) throws Exception {
        System.out.println(Run.aboutTheJvm());
        Workload workload = workload(args[0]);
        Operations operations = new Operations();
        workload.start(operations);
        List<Operation> wanted = operations.all().stream()
                .filter(each -> each.name().startsWith(args[2]))
                .toList();
        Measure measure = new Measure(wanted, Double.parseDouble(args[1]));
        measure.run();
        workload.stop();
        measure.meters.forEach(each -> System.out.println(each.line()));
        System.out.println(new Fields("end"));
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** Creates a workload of that class. */
    static Workload workload(String type) throws ReflectiveOperationException {
        return Class.forName(type)
                .asSubclass(Workload.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    private void run() throws Exception {
        long begin = System.nanoTime();
        while (!isWarm(System.nanoTime() - begin)) {
            pass();
        }
        meters.forEach(Meter::forget);
        for (int i = 0; i < PASSES; i++) {
            pass();
        }
    }

    private boolean isWarm(long elapsed) {
        boolean steady = meters.stream().allMatch(Meter::isSteady);
        return elapsed >= (steady ? halfNanos : LONGEST_WARM_UP * halfNanos);
    }

    private void pass() throws Exception {
        for (Meter each : meters) {
            each.iterate(iterationNanos);
        }
    }
}
