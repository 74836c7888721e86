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
 * What does a copy of an exchange with five headers and two properties cost, read only, and with one header written?
 * Expected: one object for the first, one array more for the second.
 *
 * <p>{@code java -jar benchmarks.jar CopyBenchmark -prof gc}
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
public class CopyBenchmark {
    @Param({"mehari", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    private ExchangeSubject exchanges;

    private Object original;

    @Setup
    public void setUp() {
        exchanges = ExchangeSubject.of(subject);
        original = exchanges.filled(5, 2);
    }

    @Benchmark
    public Object readOnly() {
        return exchanges.copy(original);
    }

    @Benchmark
    public Object oneHeaderWritten() {
        Object copy = exchanges.copy(original);
        exchanges.setHeader(copy, Names.HEADERS[2], "other value");
        return copy;
    }

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
