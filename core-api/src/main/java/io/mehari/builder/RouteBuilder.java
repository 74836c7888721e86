package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes routes. Extend it and say in {@link #configure()} what there is to say, or hand a lambda to
 * {@link io.mehari.RoutingContext#addRoutes}.
 *
 * <pre>{@code
 * from("direct:orders")
 *     .choice()
 *         .when(header("type").isEqualTo("express")).to("direct:express")
 *         .otherwise().to("direct:standard");
 * }</pre>
 */
public abstract class RouteBuilder {

    private final List<RouteDefinition> routes = new ArrayList<>();
    private final List<OnExceptionDefinition> onExceptions = new ArrayList<>();
    private final List<OnCompletionDefinition> onCompletions = new ArrayList<>();
    private @Nullable ErrorHandlerBuilder errorHandler;

    protected RouteBuilder() {}

    /** Calls {@link #from} and its like. */
    public abstract void configure() throws Exception;

    public final RouteDefinition from(String uri) {
        return add(new RouteDefinition(uri, null));
    }

    public final RouteDefinition from(Endpoint endpoint) {
        return add(new RouteDefinition(null, endpoint));
    }

    private RouteDefinition add(RouteDefinition route) {
        routes.add(route);
        return route;
    }

    /** For the engine: runs {@link #configure()} and returns what it described. */
    public final List<RouteDefinition> describe() throws Exception {
        routes.clear();
        onExceptions.clear();
        onCompletions.clear();
        errorHandler = null;
        configure();
        routes.forEach(route -> route.inherit(errorHandler, onExceptions, onCompletions));
        return List.copyOf(routes);
    }

    // ---- failures and ends, for all routes of this builder

    /** What the routes do about failures; without it, {@link #defaultErrorHandler()}. */
    public final void errorHandler(ErrorHandlerBuilder errorHandler) {
        this.errorHandler = errorHandler;
    }

    /** A failed step is tried again if that is asked for; then the failure ends the route and is the caller's. */
    public static ErrorHandlerBuilder defaultErrorHandler() {
        return new ErrorHandlerBuilder(true, null);
    }

    /** The same, but in the end the message goes to that endpoint, and the caller knows nothing of the failure. */
    public static ErrorHandlerBuilder deadLetterChannel(String uri) {
        return new ErrorHandlerBuilder(true, uri);
    }

    /** Failures are handled by the route that called this one, or by nobody. */
    public static ErrorHandlerBuilder noErrorHandler() {
        return new ErrorHandlerBuilder(false, null);
    }

    /** What the routes do about failures of those types. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        OnExceptionDefinition clause = new OnExceptionDefinition(null, List.of(types));
        onExceptions.add(clause);
        return clause;
    }

    /** What happens when an exchange of one of the routes is done. */
    public final OnCompletionDefinition onCompletion() {
        OnCompletionDefinition completion = new OnCompletionDefinition(null);
        onCompletions.add(completion);
        return completion;
    }

    // ---- values

    public static ValueBuilder header(String name) {
        return new ValueBuilder(exchange -> exchange.getHeader(name));
    }

    public static ValueBuilder exchangeProperty(String name) {
        return new ValueBuilder(exchange -> exchange.getProperty(name));
    }

    public static ValueBuilder body() {
        return new ValueBuilder(Exchange::getBody);
    }

    /** The body converted to that type. */
    public static <T> ValueBuilder body(Class<T> type) {
        return new ValueBuilder(exchange -> exchange.getBody(type));
    }

    public static ValueBuilder constant(@Nullable Object value) {
        return new ValueBuilder(exchange -> value);
    }

    /** A text with placeholders such as {@code ${body}} and {@code ${header.name}}. */
    public static ValueBuilder simple(String text) {
        return new ValueBuilder(TextTemplate.parse(text));
    }

    /** Any expression, to ask questions about: {@code expression(Orders::priceOf).isGreaterThan(10)}. */
    public static ValueBuilder expression(Expression expression) {
        return new ValueBuilder(expression);
    }

    /** What a function makes of the body: {@code body(Order.class, Order::customer)}. */
    public static <T> ValueBuilder body(Class<T> type, Function<? super T, ?> function) {
        return new ValueBuilder(exchange -> {
            T body = exchange.getBody(type);
            return body == null ? null : function.apply(body);
        });
    }

    /** The exception: the one that is being handled, or else the one the exchange failed with. */
    public static ValueBuilder exception() {
        return new ValueBuilder(exchange -> exchange.getProperty(Exchange.EXCEPTION_CAUGHT, exchange.getException()));
    }

    /** The text of the exception: the one that is being handled, or else the one the exchange failed with. */
    public static ValueBuilder exceptionMessage() {
        return new ValueBuilder(exchange -> {
            Object failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, exchange.getException());
            return failure instanceof Throwable throwable ? throwable.getMessage() : null;
        });
    }
}
