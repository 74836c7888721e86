package io.mehari.benchmarks;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
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
 * What does a header cost among so many: read in the same spelling, in another, absent, and set to a new value?
 * Expected: half of Camel's time or less, nothing allocated. Another spelling is a string of its own, as one that came
 * from the network.
 *
 * <p>{@code java -jar benchmarks.jar HeaderBenchmark -prof gc}
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
public class HeaderBenchmark {
    @Param({"mehari", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    private ExchangeSubject exchanges;

    @Param({"1", "5", "20", "100"})
    public int headers;

    private Object exchange;
    private String same;
    private String other;
    private String absent;

    @Setup
    public void setUp() {
        exchanges = ExchangeSubject.of(subject);
        exchange = exchanges.filled(headers, 0);
        same = Names.HEADERS[headers / 2]; // in the middle
        other = same.toUpperCase(java.util.Locale.ROOT);
        absent = "X-Not-There";
    }

    @Benchmark
    public @Nullable Object sameSpelling() {
        return exchanges.getHeader(exchange, same);
    }

    @Benchmark
    public @Nullable Object otherSpelling() {
        return exchanges.getHeader(exchange, other);
    }

    @Benchmark
    public @Nullable Object absent() {
        return exchanges.getHeader(exchange, absent);
    }

    @Benchmark
    public void setExisting() {
        exchanges.setHeader(exchange, same, "other value");
    }

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
