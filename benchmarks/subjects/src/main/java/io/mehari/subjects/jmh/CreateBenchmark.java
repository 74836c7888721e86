package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import io.mehari.subjects.raw.Envelope;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a new exchange cost: with a body, with a first header, with five headers and two properties, with a
 * completion? Expected: a quarter of Camel's time or less, and the bytes of the budget (80, 136, 264, +48).
 *
 * <p>{@code ./bench create}
 */
@NullUnmarked // fields are set by JMH
public class CreateBenchmark extends MeasuredExchanges {
    @Benchmark
    public Object withBody() {
        return exchanges.create("body");
    }

    @Benchmark
    public Object withFirstHeader() {
        Object exchange = exchanges.create("body");
        exchanges.setHeader(exchange, ExchangeNames.header(0), "value");
        return exchange;
    }

    @Benchmark
    public Object withFiveHeadersTwoProperties() {
        return exchanges.filled(5, 2);
    }

    @Benchmark
    public Object withCompletion() {
        Object exchange = exchanges.create("body");
        exchanges.completeOnce(exchange);
        return exchange;
    }

    /** The least that it can cost: an object of the same size. */
    @Benchmark
    public Object floor() {
        return new Envelope("body");
    }
}
