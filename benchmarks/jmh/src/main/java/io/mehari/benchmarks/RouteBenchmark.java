package io.mehari.benchmarks;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a message cost that a template sends to a direct endpoint with one processor? And what does a part of a
 * split list cost that is sent through direct, a choice and direct again? Expected: a tenth and a twentieth of Camel's
 * time, 88 and 96 bytes (0 for a part with the pool). Each call checks that all messages have arrived.
 *
 * <p>{@code java -jar benchmarks.jar RouteBenchmark -prof gc}
 */
@NullUnmarked // fields are set by JMH
public class RouteBenchmark extends Measured {
    private static final int PARTS = 1000;

    @Param({"mehari", "mehari-pooled", "camel-4.20.0", "camel-4.22.0", "floor"})
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
            throw new AssertionError(routes.received() + " messages have arrived, not " + expected);
        }
    }

    @TearDown
    public void tearDown() {
        routes.close();
    }
}
