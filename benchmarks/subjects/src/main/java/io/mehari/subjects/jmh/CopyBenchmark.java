package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a copy of an exchange with five headers and two properties cost, if it is only read, and if one header is
 * written? Expected: one object for the first, and one additional array for the second.
 *
 * <p>{@code ./bench copy}
 */
@NullUnmarked // fields are set by JMH
public class CopyBenchmark extends MeasuredExchanges {

    private Object original;

    @Override
    void prepare() {
        original = exchanges.filled(5, 2);
    }

    @Benchmark
    public Object readOnly() {
        return exchanges.copy(original);
    }

    @Benchmark
    public Object oneHeaderWritten() {
        Object copy = exchanges.copy(original);
        exchanges.setHeader(copy, ExchangeNames.header(2), "other value");
        return copy;
    }
}
