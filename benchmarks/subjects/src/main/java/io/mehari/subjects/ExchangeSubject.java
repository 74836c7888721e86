package io.mehari.subjects;

import org.jspecify.annotations.Nullable;

/** The operations on an exchange, each as a user of that library would write it. */
public interface ExchangeSubject extends AutoCloseable {

    /** A new exchange. */
    Object create(Object body);

    /** Sets a header. */
    void setHeader(Object exchange, String name, Object value);

    /** Reads a header. */
    @Nullable
    Object getHeader(Object exchange, String name);

    /** Sets a property. */
    void setProperty(Object exchange, String name, Object value);

    /** Reads a property. */
    @Nullable
    Object getProperty(Object exchange, String name);

    /** A copy. */
    Object copy(Object exchange);

    /** Registers a completion that does nothing, and ends the unit of work, which runs it. */
    void completeOnce(Object exchange);

    @Override
    void close();

    /** An exchange with a body and the given number of headers and properties. */
    default Object filled(int headers, int properties) {
        Object exchange = create("body");
        for (int i = 0; i < headers; i++) {
            setHeader(exchange, ExchangeNames.header(i), "value");
        }
        for (int i = 0; i < properties; i++) {
            setProperty(exchange, ExchangeNames.property(i), "value");
        }
        return exchange;
    }

    /** The implementation of Mehari or of Camel. */
    static ExchangeSubject of(String contender) {
        return contender.startsWith("camel-")
                ? new io.mehari.subjects.camel.Exchanges()
                : new io.mehari.subjects.mehari.Exchanges();
    }
}
