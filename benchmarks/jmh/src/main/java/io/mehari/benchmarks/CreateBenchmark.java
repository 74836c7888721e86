package io.mehari.benchmarks;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a new exchange cost: with a body, with a first header, with five headers and two properties, with a
 * completion? Expected: a quarter of Camel's time or less, and the bytes of the budget (80, 136, 264, +48).
 *
 * <p>{@code java -jar benchmarks.jar CreateBenchmark -prof gc}
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
public class CreateBenchmark {
    @Param({"mehari", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    private ExchangeSubject exchanges;
    private Object completion;

    @Setup
    public void setUp() {
        exchanges = ExchangeSubject.of(subject);
        completion = exchanges.newCompletion();
    }

    @Benchmark
    public Object withBody() {
        return exchanges.create("body");
    }

    @Benchmark
    public Object withFirstHeader() {
        Object exchange = exchanges.create("body");
        exchanges.setHeader(exchange, Names.HEADERS[0], "value");
        return exchange;
    }

    @Benchmark
    public Object withFiveHeadersTwoProperties() {
        return exchanges.filled(5, 2);
    }

    @Benchmark
    public Object withCompletion() {
        Object exchange = exchanges.create("body");
        exchanges.completeOnce(exchange, completion);
        return exchange;
    }

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
