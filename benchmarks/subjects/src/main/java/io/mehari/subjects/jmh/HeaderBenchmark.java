package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to access a header among a number of headers: to read it in the same spelling, in another spelling,
 * to read an absent one, and to set a new value? Expected: half of Camel's time or less, and no allocation. The other
 * spelling is a separate string, as if it came from the network.
 *
 * <p>{@code ./bench header}
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
        same = ExchangeNames.header(headers / 2); // the header in the middle
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
