package io.mehari.benchmarks;

import org.jspecify.annotations.Nullable;

/** The compared operations on an exchange. Each is written as a user of that library would write it. */
public abstract class ExchangeSubject implements AutoCloseable {

    /** An implementation: {@code mehari}, {@code mehari-pooled}, or a folder of jars such as {@code camel-4.22.0}. */
    public static ExchangeSubject of(String name) {
        return switch (name) {
            case "mehari" -> new MehariExchangeSubject();
            case "floor" -> new FloorExchangeSubject();
            default -> Peers.load(name, "io.mehari.benchmarks.camel.CamelExchangeSubject", ExchangeSubject.class);
        };
    }

    public abstract Object create(Object body);

    public abstract void setHeader(Object exchange, String name, @Nullable Object value);

    public abstract @Nullable Object getHeader(Object exchange, String name);

    public abstract void setProperty(Object exchange, String name, @Nullable Object value);

    public abstract @Nullable Object getProperty(Object exchange, String name);

    public abstract Object copy(Object exchange);

    /** Registers the completion and ends the unit of work, which runs it. */
    public abstract void completeOnce(Object exchange, Object completion);

    /** A completion that does nothing. */
    public abstract Object newCompletion();

    @Override
    public abstract void close();

    /** An exchange with a body and the given number of headers and properties. */
    public final Object filled(int headers, int properties) {
        Object exchange = create("body");
        for (int i = 0; i < headers; i++) {
            setHeader(exchange, Names.HEADERS[i], "value");
        }
        for (int i = 0; i < properties; i++) {
            setProperty(exchange, Names.PROPERTIES[i], "value");
        }
        return exchange;
    }
}
