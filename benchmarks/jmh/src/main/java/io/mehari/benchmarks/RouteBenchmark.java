package io.mehari.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a message cost that a template sends to a direct endpoint with one processor; and a part of a list that is
 * split, sent through direct, a choice and direct again? Expected: a tenth and a twentieth of Camel's time, 88 and 96
 * bytes (0 for a part with the pool). Each call checks that all messages came through.
 *
 * <p>{@code java -jar benchmarks.jar RouteBenchmark -prof gc}
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"
        }) // else the first pass over the heap is what is timed
@State(Scope.Thread)
@NullUnmarked // fields are set by JMH
public class RouteBenchmark {
    private static final int PARTS = 1000;

    @Param({"mehari", "mehari-pooled", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    private RouteSubject routes;
    private long expected;
    private final List<String> parts = new ArrayList<>();

    @Setup
    public void setUp() {
        routes = RouteSubject.of(subject);
        for (int i = 0; i < PARTS; i++) {
            parts.add("part " + i);
        }
    }

    @Benchmark
    public void directSend() {
        routes.send("body");
        check(1);
    }

    /** Per part. */
    @Benchmark
    @OperationsPerInvocation(PARTS)
    public void splitChoice() {
        routes.sendSplit(parts);
        check(PARTS);
    }

    private void check(int more) {
        expected += more;
        if (routes.received() != expected) {
            throw new AssertionError(routes.received() + " messages came through, not " + expected);
        }
    }

    @TearDown
    public void tearDown() {
        routes.close();
    }
}
