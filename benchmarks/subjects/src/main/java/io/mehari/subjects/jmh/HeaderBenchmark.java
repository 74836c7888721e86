package io.mehari.subjects.jmh;

import io.mehari.subjects.ExchangeNames;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;

/**
 * What does it cost to access a header among a number of headers: to read it in the same spelling, in another spelling,
 * to read an absent one, and to set a new value?
 *
 * <p>By a literal of a program, each look-up has the same String, so an implementation can remember the object.
 * Expected: half of Camel's time or less, and no allocation. By a name from a message, as a connector or a parser makes
 * it, each look-up has a String of its own, which was never seen and whose hash nobody has computed: it must be found
 * by its letters. Making it is part of each time; {@code newName} is that alone.
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
    private byte[] sameBytes;
    private byte[] otherBytes;
    private byte[] absentBytes;

    @Override
    void prepare() {
        exchange = exchanges.filled(headers, 0);
        same = ExchangeNames.header(headers / 2); // the header in the middle
        other = same.toUpperCase(Locale.ROOT);
        absent = "X-Not-There";
        sameBytes = same.getBytes(StandardCharsets.ISO_8859_1);
        otherBytes = other.getBytes(StandardCharsets.ISO_8859_1);
        absentBytes = absent.getBytes(StandardCharsets.ISO_8859_1);
    }

    // ---- by a literal of a program

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

    // ---- by a name from a message

    @Benchmark
    public Object newName() {
        return ExchangeNames.read(sameBytes);
    }

    @Benchmark
    public @Nullable Object newNameSameSpelling() {
        return exchanges.getHeader(exchange, ExchangeNames.read(sameBytes));
    }

    @Benchmark
    public @Nullable Object newNameOtherSpelling() {
        return exchanges.getHeader(exchange, ExchangeNames.read(otherBytes));
    }

    @Benchmark
    public @Nullable Object newNameAbsent() {
        return exchanges.getHeader(exchange, ExchangeNames.read(absentBytes));
    }
}
