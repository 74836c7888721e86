package io.mehari.subjects.jmh;

import io.mehari.engine.Fields;
import io.mehari.engine.Gauge;
import io.mehari.engine.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs a benchmark in this JVM, without a fork: {@code JmhRun Messages.send 2.0 subject=mehari scenario=router/mixed}
 * measures for two seconds. Prints a line {@code result} with the medians of the iterations. {@code --} and the
 * arguments of another benchmark may follow, for a short run that does not care that they share a JVM.
 */
public final class JmhRun {
    private static final int ITERATIONS = 8;

    /** A shorter run shows no times, and needs no warm-up. */
    private static final double LEAST_SECONDS = 0.5;

    private JmhRun() {}

    /** Arguments: the benchmark, the seconds, and parameters as {@code name=value}. */
    public static void main(String[] args) throws Exception {
        System.setProperty("jmh.ignoreLock", "true"); // the gauge tells what else has run
        for (int from = 0, to; from < args.length; from = to + 1) {
            int end = Arrays.asList(args).subList(from, args.length).indexOf("--");
            to = end < 0 ? args.length : from + end;
            run(Arrays.copyOfRange(args, from, to));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0); // despite threads that a peer has left running
    }

    private static void run(String... args) throws RunnerException {
        double seconds = Double.parseDouble(args[1]);
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("\\." + args[0].replace(".", "\\.") + "$")
                .forks(0)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.nanoseconds((long) (seconds / ITERATIONS * 1e9)))
                .addProfiler(Resources.class);
        if (seconds < LEAST_SECONDS) {
            options.warmupIterations(1).warmupTime(TimeValue.nanoseconds((long) (seconds * 1e9)));
        }
        for (int i = 2; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            options.param(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        if (results.size() != 1) {
            throw new IllegalStateException(results.size() + " benchmarks match " + String.join(" ", args));
        }
        results.forEach(each -> line(each).print());
    }

    private static Fields line(RunResult run) {
        List<IterationResult> iterations = new ArrayList<>();
        for (BenchmarkResult each : run.getBenchmarkResults()) {
            iterations.addAll(each.getIterationResults());
        }
        Fields line = new Fields("result")
                .number("nanos", median(iterations, null))
                .number("roundTrip", secondary(iterations, Resources.BEFORE))
                .number("warmUp", Messages.warmUp);
        for (Gauge.State state : List.of(Gauge.State.NEAR, Gauge.State.FAR)) {
            double nanos = median(iterations, state);
            if (nanos > 0) {
                line.number(state.toString(), nanos);
            }
        }
        for (String each : List.of(Resources.BYTES, Resources.CPU, Resources.RESIDENT, Resources.MOST_RESIDENT)) {
            line.number(each, secondary(iterations, each));
        }
        return line;
    }

    /** The median time of an operation in the iterations before and after which the processors were in that state. */
    private static double median(List<IterationResult> iterations, Gauge.@Nullable State state) {
        List<Double> nanos = iterations.stream()
                .filter(each -> state == null
                        || state
                                == Gauge.state(List.of(
                                        secondary(List.of(each), Resources.BEFORE),
                                        secondary(List.of(each), Resources.AFTER))))
                .map(each -> each.getPrimaryResult().getScore())
                .toList();
        return nanos.isEmpty() ? 0 : Statistics.median(nanos);
    }

    private static double secondary(List<IterationResult> iterations, String name) {
        return Statistics.median(iterations.stream()
                .map(each -> Objects.requireNonNull(each.getSecondaryResults().get(name))
                        .getScore())
                .toList());
    }
}
