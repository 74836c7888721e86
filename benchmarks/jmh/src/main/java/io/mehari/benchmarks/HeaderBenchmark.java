package io.mehari.benchmarks;

import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does a header cost among so many: read in the same spelling, in another, absent, and set to a new value?
 * Expected: half of Camel's time or less, nothing allocated. Another spelling is a string of its own, as one that came
 * from the network.
 *
 * <p>{@code java -jar benchmarks.jar HeaderBenchmark -prof gc}
 */
@NullUnmarked // fields are set by JMH
public class HeaderBenchmark extends MeasuredExchanges {

    @Param({"1", "5", "20", "100"})
    public int headers;

    private Object exchange;
    private String same;
    private String other;
    private String absent;

    @Override
    void prepare() {
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
}
