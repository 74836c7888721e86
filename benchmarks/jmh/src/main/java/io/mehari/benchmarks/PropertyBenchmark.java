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
 * What does reading a property cost among so many: one that is there, and one that is not? Expected: a scan of
 * references while they are few, constant when they are many, nothing allocated.
 *
 * <p>{@code java -jar benchmarks.jar PropertyBenchmark -prof gc}
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
public class PropertyBenchmark {
    @Param({"mehari", "camel-4.20.0", "camel-4.22.0"})
    public String subject;

    private ExchangeSubject exchanges;

    @Param({"1", "4", "8", "16", "64"})
    public int properties;

    private Object exchange;
    private String present;

    @Setup
    public void setUp() {
        exchanges = ExchangeSubject.of(subject);
        exchange = exchanges.filled(0, properties);
        present = Names.PROPERTIES[properties / 2];
    }

    @Benchmark
    public @Nullable Object present() {
        return exchanges.getProperty(exchange, present);
    }

    @Benchmark
    public @Nullable Object absent() {
        return exchanges.getProperty(exchange, "notThere");
    }

    @TearDown
    public void tearDown() {
        exchanges.close();
    }
}
