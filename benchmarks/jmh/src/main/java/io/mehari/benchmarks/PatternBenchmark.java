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
 * What does a message cost in a route of ten steps, in a content-based router, in a filter, and in an aggregator of ten
 * messages? And in fifty different routes in turn, so that each call in the engine has many receiver types? Payloads
 * have one type, or four types in turn. Expected: a tenth of Camel's time for the routes of ten steps, a fifth for the
 * patterns. Each call checks that all messages have arrived.
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
            Thread.onSpinWait(); // another thread may complete the groups of an aggregator
        }
        if (patterns.received() != expected) {
            throw new AssertionError(patterns.received() + " messages have arrived, not " + expected);
        }
    }

    @TearDown
    public void tearDown() {
        patterns.close();
    }
}
