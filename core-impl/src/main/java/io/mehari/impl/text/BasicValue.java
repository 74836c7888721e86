package io.mehari.impl.text;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Route;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values that most routes use: one class for all of them, where each lambda would be another one. */
public final class BasicValue implements Expression {
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

    public static Expression body() {
        return new BasicValue(BODY, "", null);
    }

    public static Expression body(Class<?> type) {
        return new BasicValue(BODY_AS, "", type);
    }

    public static Expression header(String name) {
        return isLate(name) ? Late.of(name, BasicValue::header) : new BasicValue(HEADER, name, null);
    }

    public static Expression property(String name) {
        return isLate(name) ? Late.of(name, BasicValue::property) : new BasicValue(PROPERTY, name, null);
    }

    public static Expression constant(@Nullable Object value) {
        return new BasicValue(CONSTANT, "", value);
    }

    /**
     * A text, in which names in double braces stand for other texts.
     *
     * @throws IllegalArgumentException if it is a placeholder for a value of the message, which would stay as it is
     */
    public static Expression text(String text) {
        return isLate(text) ? Late.of(text, BasicValue::constant) : constant(literal(text));
    }

    /**
     * The text that is meant where no placeholder is replaced.
     *
     * @throws IllegalArgumentException if it is a placeholder, without a backslash before it
     */
    public static String literal(String text) {
        return text.contains("${") ? Lookalike.constant(text) : text;
    }

    static boolean isLate(String text) {
        return text.contains("{{");
    }

    /** What a constant is; null for other values. */
    static @Nullable Object known(Expression value) {
        return value instanceof BasicValue basic && basic.kind == CONSTANT ? basic.argument : null;
    }

    /** The failure of the exchange; if it has none, the one that was caught last. */
    public static @Nullable Object exception(Exchange exchange) {
        Exception failure = exchange.getException();
        return failure != null ? failure : exchange.getProperty(Exchange.EXCEPTION_CAUGHT);
    }

    public static @Nullable Object exceptionMessage(Exchange exchange) {
        return exception(exchange) instanceof Throwable failure ? failure.getMessage() : null;
    }

    /** The id of the current route, which may differ from the route in which the message started. */
    public static @Nullable String routeId(Exchange exchange) {
        Route route = exchange.getUnitOfWork().getRoute();
        return route == null ? null : route.getRouteId();
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
