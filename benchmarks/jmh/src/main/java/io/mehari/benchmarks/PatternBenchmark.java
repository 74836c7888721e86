package io.mehari.benchmarks;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What does a message cost in a route of ten steps; in fifty different routes that are used in turn, so that every call
 * in the engine has seen many types; in a content-based router, a filter and an aggregator of ten? With payloads of one
 * type, and of four types in turn. Expected: a tenth of Camel's time for the routes of ten steps, a fifth for the
 * patterns. Each call checks that all messages came through.
 *
 * <p>{@code java -jar benchmarks.jar PatternBenchmark -prof gc}
 */
@NullUnmarked // fields are set by JMH
public class PatternBenchmark extends Measured {
    private static final int MESSAGES = 1000;
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(10);

    @Param({"mehari", "mehari-pooled", "camel-4.20.0", "camel-4.22.0", "floor"})
    public String subject;

    @Param({"ten-steps", "fifty", "router", "filter", "aggregator"})
    public String scenario;

    @Param({"same", "mixed"})
    public String payload;

    private PatternSubject patterns;
    private long expected;
    private final Object[] bodies = new Object[MESSAGES];

    @Setup
    public void setUp() {
        patterns = PatternSubject.of(subject);
        patterns.start(scenario);
        for (int i = 0; i < MESSAGES; i++) {
            int type = payload.equals("mixed") ? i % 4 : 0;
            bodies[i] = type == 0
                    ? "text " + i
                    : type == 1 ? (Object) i : type == 2 ? new Consignment("c", i) : Path.of("p" + i);
        }
    }

    /** Per message. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void send() {
        int routes = scenario.equals("fifty") ? PatternSubject.ROUTES : 1;
        for (int i = 0; i < MESSAGES; i++) {
            patterns.send(i % routes, bodies[i]);
        }
        expected += scenario.equals("aggregator") ? MESSAGES / PatternSubject.GROUP : MESSAGES;
        check();
    }

    private void check() {
        long end = System.nanoTime() + DEADLINE_NANOS;
        while (patterns.received() < expected && System.nanoTime() < end) {
            Thread.onSpinWait(); // an aggregator may complete its groups on another thread
        }
        if (patterns.received() != expected) {
            throw new AssertionError(patterns.received() + " messages came through, not " + expected);
        }
    }

    @TearDown
    public void tearDown() {
        patterns.close();
    }
}
