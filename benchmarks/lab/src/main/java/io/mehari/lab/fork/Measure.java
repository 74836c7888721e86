package io.mehari.lab.fork;

import io.mehari.engine.Fields;
import io.mehari.lab.api.Operations;
import io.mehari.lab.api.Operations.Operation;
import io.mehari.lab.api.Workload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

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
    private static final int MOST_CAUSES = 3;

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
        aboutTheJvm().print();
        Operations operations = new Operations();
        Workload workload = start(args[0], operations);
        List<Operation> wanted = operations.all().stream()
                .filter(each -> each.name().startsWith(args[2]))
                .toList();
        if (wanted.isEmpty()) {
            end(new IllegalArgumentException("No operation begins with \"" + args[2] + "\": there are "
                    + operations.all().stream().map(Operation::name).collect(Collectors.joining("; "))));
        }
        Measure measure = new Measure(wanted, Double.parseDouble(args[1]));
        try {
            measure.run();
        } catch (Exception e) {
            end(e);
        }
        workload.stop();
        measure.meters.forEach(each -> each.line().print());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Fields aboutTheJvm() {
        return new Fields("jvm")
                .text("feature", String.valueOf(Runtime.version().feature()))
                .text("version", Runtime.version().toString())
                .text("vendor", System.getProperty("java.vendor", ""))
                .text(
                        "collector",
                        ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .map(each -> each.getName())
                                .collect(Collectors.joining(" and ")));
    }

    /** Starts a workload of that class. If it fails, ends this JVM. */
    static Workload start(String type, Operations operations) throws ReflectiveOperationException {
        Workload workload = Class.forName(type)
                .asSubclass(Workload.class)
                .getDeclaredConstructor()
                .newInstance();
        try {
            workload.start(operations);
        } catch (Exception e) {
            end(e);
        }
        return workload;
    }

    /** Ends this JVM with the last causes, a line for each: a framework's traces are so long that they hide them. */
    private static void end(Exception failure) {
        List<String> causes = new ArrayList<>();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            StackTraceElement[] places = each.getStackTrace();
            String line = String.valueOf(each).lines().findFirst().orElse("");
            causes.add(line + (places.length == 0 ? "" : " at " + places[0]));
        }
        causes.subList(Math.max(0, causes.size() - MOST_CAUSES), causes.size()).forEach(System.err::println);
        System.err.flush();
        Runtime.getRuntime().halt(1);
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
