package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to read a property among a number of properties: a present one, and an absent one? Expected: a scan
 * of references if there are few, constant time if there are many, and no allocation.
 *
 * <p>{@code ./bench property}
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
        present = ExchangeNames.property(properties / 2);
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
