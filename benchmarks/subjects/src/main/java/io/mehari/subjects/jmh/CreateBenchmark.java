package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import io.mehari.subjects.raw.Envelope;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * What does a new exchange cost: with a body, with a first header, with five headers and two properties, with a
 * completion? Expected: a quarter of Camel's time or less, and the bytes of the budget (80, 136, 264, +48). And with
 * five headers whose names are literals of a program, or come from a message: each a new String.
 *
 * <p>{@code ./bench create}
 */
@NullUnmarked // fields are set by JMH
public class CreateBenchmark extends MeasuredExchanges {
    private static final byte[][] READ = new byte[5][];

    static {
        for (int i = 0; i < READ.length; i++) {
            READ[i] = ExchangeNames.header(i).getBytes(StandardCharsets.ISO_8859_1);
        }
    }

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
    public Object withFiveHeaders() {
        return exchanges.filled(READ.length, 0);
    }

    @Benchmark
    public Object withFiveHeadersOfNewNames() {
        Object exchange = exchanges.create("body");
        for (byte[] name : READ) {
            exchanges.setHeader(exchange, ExchangeNames.read(name), "value");
        }
        return exchange;
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
