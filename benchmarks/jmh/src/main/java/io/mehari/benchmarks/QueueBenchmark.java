package io.mehari.benchmarks;

import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a message cost that a template sends to a queue and that a route with one processor takes, for several
 * numbers of senders and consumers? Expected: an eighth of Camel's time, and at most 1.4 times the time of the bare
 * queue (raw, which transports an object of the same size); 96 bytes, or 0 with the pool. Each call checks that all
 * messages have arrived.
 *
 * <p>{@code java -jar benchmarks.jar QueueBenchmark -prof gc}
 */
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@NullUnmarked // fields are set by JMH
public class QueueBenchmark extends Measured {
    /** So many that the wait for the last messages and for the other producers does not matter. */
    private static final int MESSAGES = 100_000;

    @Param({
        "mehari-seda",
        "mehari-seda-pooled",
        "mehari-disruptor",
        "mehari-disruptor-pooled",
        "camel-4.22.0-seda",
        "camel-4.17.0-disruptor",
        "raw-jctools",
        "raw-disruptor",
        "raw-disruptor-blocking",
        "raw-abq",
        "raw-lbq",
        "raw-ring"
    })
    public String subject;

    /** Producers and consumers, as in {@code 2-3}. */
    @Param({"1-1", "1-2", "2-1", "2-3", "1-4", "4-1", "3-6"})
    public String shape;

    private QueueFlow flow;

    @Setup
    public void setUp() {
        flow = new QueueFlow(subject, QueueFlow.Shape.of(shape));
    }

    /** Per message. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void sendToConsumed() {
        flow.batch(MESSAGES);
    }

    @TearDown
    public void tearDown() {
        flow.close();
    }
}
