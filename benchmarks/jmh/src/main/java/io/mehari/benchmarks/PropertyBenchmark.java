package io.mehari.benchmarks;

import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does reading a property cost among so many: one that is there, and one that is not? Expected: a scan of
 * references while they are few, constant when they are many, nothing allocated.
 *
 * <p>{@code java -jar benchmarks.jar PropertyBenchmark -prof gc}
 */
@NullUnmarked // fields are set by JMH
public class PropertyBenchmark extends MeasuredExchanges {

    @Param({"1", "4", "8", "16", "64"})
    public int properties;

    private Object exchange;
    private String present;

    @Override
    void prepare() {
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
}
