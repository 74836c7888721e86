package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Expression;
import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes routes. Extend it and implement {@link #configure()}, or pass a lambda to {@link
 * io.mehari.RoutingContext#addRoutes}.
 *
 * <pre>{@code
 * from("direct:orders")
 *     .choice()
 *         .when(header("type").isEqualTo("express"))
 *             .to("direct:express")
 *         .otherwise()
 *             .to("direct:standard");
 * }</pre>
 */
public abstract class RouteBuilder extends RoutesBuilder {

    private final List<RouteDefinition> routes = new ArrayList<>();
    private final List<OnExceptionDefinition> onExceptions = new ArrayList<>();
    private final List<OnCompletionDefinition> onCompletions = new ArrayList<>();
    private @Nullable ErrorHandlerBuilder errorHandler;
    private @Nullable RoutingContext context;

    protected RouteBuilder() {}

    /** @param context what {@link #getContext()} returns before the builder is given to {@code addRoutes} */
    protected RouteBuilder(RoutingContext context) {
        this.context = Arguments.check(context, "RouteBuilder", "context", Arguments.CONTEXT);
    }

    /** Adds the routes that the lambda describes; the same as {@link RoutingContext#addRoutes(Routes)}. */
    public static void addRoutes(RoutingContext context, Routes routes) throws Exception {
        Arguments.check(context, "addRoutes", "context", Arguments.CONTEXT).addRoutes(routes);
    }

    /** Describes the routes: calls {@link #from} and the other methods of this class. */
    public abstract void configure() throws Exception;

    /** Starts a route. A URI of several lines, such as a text block, counts as one line. */
    public final RouteDefinition from(String uri) {
        return add(new RouteDefinition(Arguments.onOneLine(uri, "from"), null));
    }

    /** Starts a route from the URI that {@link String#format(String, Object...)} returns. */
    public final RouteDefinition fromF(String uri, @Nullable Object... args) {
        return from(Arguments.format("fromF", "uri", uri, args));
    }

    public final RouteDefinition from(Endpoint endpoint) {
        return add(new RouteDefinition(null, Arguments.check(endpoint, "from", "endpoint", Arguments.URI)));
    }

    private RouteDefinition add(RouteDefinition route) {
        routes.add(route.within(context));
        return route;
    }

    /**
     * The context that the routes are added to, for use in {@link #configure()}.
     *
     * @throws IllegalStateException before the builder is given to {@code addRoutes}
     */
    public final RoutingContext getContext() {
        RoutingContext given = context;
        if (given == null) {
            throw new IllegalStateException("The RouteBuilder " + getClass().getName()
                    + " has no context yet: call getContext() in configure(), which addRoutes(builder) runs");
        }
        return given;
    }

    /** Binds an object to a name in the registry of the context. */
    public final void bindToRegistry(String name, Object value) {
        Arguments.check(name, "bindToRegistry", "name", "the name of the object");
        Arguments.check(value, "bindToRegistry", "value", "an object");
        getContext().getRegistry().bind(name, value);
    }

    /** For the engine: runs {@link #configure()} and returns the routes that it described. */
    @Override
    public final List<RouteDefinition> describe(RoutingContext context) throws Exception {
        this.context = Arguments.check(context, "describe", "context", Arguments.CONTEXT);
        routes.clear();
        onExceptions.clear();
        onCompletions.clear();
        errorHandler = null;
        configure();
        for (RouteDefinition route : routes) {
            route.inherit(errorHandler, onExceptions, onCompletions);
        }
        return List.copyOf(routes);
    }

    // ---- failures and ends, for all routes of this builder

    /** Sets the error handler of the routes; the default is {@link #defaultErrorHandler()}. */
    public final void errorHandler(ErrorHandlerBuilder errorHandler) {
        this.errorHandler = Arguments.check(errorHandler, "errorHandler", "errorHandler", Arguments.ERROR_HANDLER);
    }

    /**
     * An error handler that redelivers a failed step if this is configured. If the step still fails, the failure ends
     * the route and is passed to the caller.
     */
    public static ErrorHandlerBuilder defaultErrorHandler() {
        return new ErrorHandlerBuilder(true, null);
    }

    /**
     * An error handler that redelivers a failed step if this is configured. If the step still fails, the message is
     * sent to the dead letter endpoint, and the caller gets no failure.
     */
    public static ErrorHandlerBuilder deadLetterChannel(String uri) {
        return new ErrorHandlerBuilder(true, Arguments.uri(uri, "deadLetterChannel"));
    }

    /** No error handler: a failure is passed to the caller, whose route may handle it. */
    public static ErrorHandlerBuilder noErrorHandler() {
        return new ErrorHandlerBuilder(false, null);
    }

    /** How the routes handle failures of these types. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        Arguments.checkAll(types, "onException", "types", Arguments.FAILURE);
        OnExceptionDefinition clause = new OnExceptionDefinition(null, List.of(types));
        onExceptions.add(clause.within(context));
        return clause;
    }

    /**
     * Steps that run when an exchange of one of the routes is done. They run once, even if the exchange was in several
     * of these routes. They do not run for an exchange that another builder's route sends here by {@code direct:}.
     */
    public final OnCompletionDefinition onCompletion() {
        OnCompletionDefinition completion = new OnCompletionDefinition(null);
        onCompletions.add(completion.within(context));
        return completion;
    }

    // ---- values

    public static ValueBuilder header(String name) {
        Arguments.check(name, "header", "name", Arguments.NAME);
        return new ValueBuilder(Values.CORE.header(name), "header(" + name + ")");
    }

    public static ValueBuilder exchangeProperty(String name) {
        Arguments.check(name, "exchangeProperty", "name", Arguments.NAME);
        return new ValueBuilder(Values.CORE.property(name), "exchangeProperty(" + name + ")");
    }

    public static ValueBuilder body() {
        return new ValueBuilder(Values.CORE.body(null), "body");
    }

    /** The body converted to this type. */
    public static <T> ValueBuilder body(Class<T> type) {
        Arguments.check(type, "body", "type", Arguments.CLASS);
        return new ValueBuilder(Values.CORE.body(type), "body(" + type.getSimpleName() + ")");
    }

    /** Same as {@link #body(Class)}. */
    public static <T> ValueBuilder bodyAs(Class<T> type) {
        return body(Arguments.check(type, "bodyAs", "type", Arguments.CLASS));
    }

    public static ValueBuilder constant(@Nullable Object value) {
        return new ValueBuilder(Values.CORE.constant(value));
    }

    /**
     * A text in which placeholders such as {@code ${body}} and {@code ${header.name}} are replaced. As a condition it
     * may have operators: {@code ${header.type} == 'express' && ${header.size} > 10}. Operators, and all but the
     * simplest placeholders, need {@code mehari-simple}.
     *
     * @throws IllegalArgumentException if the text is not understood, with the place in it
     */
    public static ValueBuilder simple(String text) {
        return new ValueBuilder(Values.CORE.simple(Arguments.check(text, "simple", "text", Arguments.TEXT)));
    }

    /** The text of a {@code simple} that {@link String#format(String, Object...)} returns. */
    public static ValueBuilder simpleF(String text, @Nullable Object... args) {
        return simple(Arguments.format("simpleF", "text", text, args));
    }

    /** Like {@link #simple(String)}, converted to this type. For {@code Boolean} the text may be a condition. */
    public static ValueBuilder simple(String text, Class<?> type) {
        Arguments.check(type, "simple", "type", "a class, such as Integer.class");
        ValueBuilder value = simple(text);
        return type == Boolean.class || type == boolean.class ? value.asBoolean() : value.convertTo(type);
    }

    /** Wraps an expression, to build predicates from it: {@code expression(Orders::priceOf).isGreaterThan(10)}. */
    public static ValueBuilder expression(Expression expression) {
        Arguments.check(expression, "expression", "expression", Arguments.EXPRESSION);
        return new ValueBuilder(expression);
    }

    /**
     * The result of a function of the body: {@code body(Order.class, Order::customer)}. Null if the body is null; fails
     * if the body cannot be converted to the type.
     */
    public static <T> ValueBuilder body(Class<T> type, Function<? super T, ?> function) {
        Arguments.check(type, "body", "type", Arguments.CLASS);
        Arguments.check(function, "body", "function", "a function of the body");
        return new ValueBuilder(exchange -> {
            T body = exchange.getBody(type);
            if (body == null && exchange.getBody() != null) {
                throw new RuntimeRoutingException(
                        "body(" + type.getSimpleName() + ".class, function): the body must be a " + type.getTypeName()
                                + " but is " + SafeText.describe(exchange.getBody()));
            }
            return body == null ? null : function.apply(body);
        });
    }

    /**
     * The result of a public method of an object, or of a class: {@code method(prices, "isCheap")}. Its arguments are
     * those of {@link ProcessorDefinition#bean(Object, String)}. Needs {@code mehari-simple}.
     */
    public static ValueBuilder method(Object bean, String method) {
        return methodOf(bean, Arguments.check(method, "method", "method", Arguments.METHOD));
    }

    /** Like {@link #method(Object, String)}, with the method that {@link ProcessorDefinition#bean(Object)} finds. */
    public static ValueBuilder method(Object bean) {
        return methodOf(bean, null);
    }

    private static ValueBuilder methodOf(Object bean, @Nullable String method) {
        Arguments.check(bean, "method", "bean", Arguments.BEAN);
        if (bean instanceof String) {
            throw new IllegalArgumentException("method(\"" + SafeText.of(bean) + "\"): a name is not enough here; give"
                    + " the object, such as getContext().getRegistry().lookupByName(\"" + SafeText.of(bean) + "\")");
        }
        return new ValueBuilder(Values.CORE.method("method", bean, method));
    }

    /** The message of the exception of the exchange, or else of the one that was caught last. */
    public static ValueBuilder exceptionMessage() {
        return simple("${exception.message}");
    }
}
