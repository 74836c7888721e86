package io.mehari.benchmarks;

import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a new exchange cost: with a body, with a first header, with five headers and two properties, with a
 * completion? Expected: a quarter of Camel's time or less, and the bytes of the budget (80, 136, 264, +48).
 *
 * <p>{@code java -jar benchmarks.jar CreateBenchmark -prof gc}
 */
@NullUnmarked // fields are set by JMH
public class CreateBenchmark extends MeasuredExchanges {
    private Object completion;

    @Override
    void prepare() {
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
}
