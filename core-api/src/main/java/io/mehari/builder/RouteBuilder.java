package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import java.util.ArrayList;
import java.util.List;
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
        configure();
        return List.copyOf(routes);
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

    /** The text of the exception: the one that is being handled, or else the one the exchange failed with. */
    public static ValueBuilder exceptionMessage() {
        return new ValueBuilder(exchange -> {
            Object failure = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, exchange.getException());
            return failure instanceof Throwable throwable ? throwable.getMessage() : null;
        });
    }
}
