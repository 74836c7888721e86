package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values that most routes use: one class for all of them, where each lambda would be another one. */
final class BasicValue implements Expression {
    private static final int BODY = 0;
    private static final int HEADER = 1;
    private static final int PROPERTY = 2;
    private static final int CONSTANT = 3;
    private static final int BODY_AS = 4;

    private final int kind;
    private final String name;
    private final @Nullable Object argument;

    private BasicValue(int kind, String name, @Nullable Object argument) {
        this.kind = kind;
        this.name = name;
        this.argument = argument;
    }

    static Expression body() {
        return new BasicValue(BODY, "", null);
    }

    static Expression body(Class<?> type) {
        return new BasicValue(BODY_AS, "", type);
    }

    static Expression header(String name) {
        return new BasicValue(HEADER, name, null);
    }

    static Expression property(String name) {
        return new BasicValue(PROPERTY, name, null);
    }

    static Expression constant(@Nullable Object value) {
        return new BasicValue(CONSTANT, "", value);
    }

    /** The failure of the exchange; if it has none, the one that was caught last. */
    static @Nullable Object exception(Exchange exchange) {
        Exception failure = exchange.getException();
        return failure != null ? failure : exchange.getProperty(Exchange.EXCEPTION_CAUGHT);
    }

    static @Nullable Object exceptionMessage(Exchange exchange) {
        return exception(exchange) instanceof Throwable failure ? failure.getMessage() : null;
    }

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        return switch (kind) {
            case BODY -> exchange.getBody();
            case HEADER -> exchange.getHeader(name);
            case PROPERTY -> exchange.getProperty(name);
            case CONSTANT -> argument;
            default -> exchange.getBody((Class<?>) Objects.requireNonNull(argument));
        };
    }
}
