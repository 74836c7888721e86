package io.mehari.benchmarks;

import org.jspecify.annotations.Nullable;

/** An object of 80 bytes with a body. It has no headers, so it can do nothing but be created. */
final class FloorExchangeSubject extends ExchangeSubject {
    private static final String NOTHING_ELSE = "The floor has only the creation of an exchange: choose Create.withBody";

    @Override
    public Object create(Object body) {
        return new Parcel(body);
    }

    @Override
    public void setHeader(Object exchange, String name, @Nullable Object value) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public @Nullable Object getHeader(Object exchange, String name) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public void setProperty(Object exchange, String name, @Nullable Object value) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public @Nullable Object getProperty(Object exchange, String name) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public Object copy(Object exchange) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public void completeOnce(Object exchange, Object completion) {
        throw new UnsupportedOperationException(NOTHING_ELSE);
    }

    @Override
    public Object newCompletion() {
        return NOTHING_ELSE;
    }

    @Override
    public void close() {}
}
