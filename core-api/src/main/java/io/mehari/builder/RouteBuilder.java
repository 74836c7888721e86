package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Expression;
import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.spi.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
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
        Given.check(context, "RouteBuilder", "context", "the context that the routes are added to");
        this.context = context;
    }

    /** Adds the routes that the lambda describes; the same as {@link RoutingContext#addRoutes(Routes)}. */
    public static void addRoutes(RoutingContext context, Routes routes) throws Exception {
        Given.check(context, "addRoutes", "context", "the context that the routes are added to");
        context.addRoutes(routes);
    }

    /** Describes the routes: calls {@link #from} and the other methods of this class. */
    public abstract void configure() throws Exception;

    /** Starts a route. A URI of several lines, such as a text block, counts as one line. */
    public final RouteDefinition from(String uri) {
        Given.check(uri, "from", "uri", Given.URI);
        return add(new RouteDefinition(UriText.onOneLine(uri), null));
    }

    public final RouteDefinition from(Endpoint endpoint) {
        Given.check(endpoint, "from", "endpoint", Given.URI);
        return add(new RouteDefinition(null, endpoint));
    }

    private RouteDefinition add(RouteDefinition route) {
        routes.add(route);
        return route;
    }

    /**
     * The context to which the routes are added, for use in {@link #configure()}.
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

    /** The endpoint for a URI in the context. */
    public final Endpoint endpoint(String uri) {
        Given.check(uri, "endpoint", "uri", Given.URI);
        return getContext().getEndpoint(uri);
    }

    /** Binds an object to a name in the registry of the context. */
    public final void bindToRegistry(String name, Object value) {
        Given.check(name, "bindToRegistry", "name", Given.NAME);
        Given.check(value, "bindToRegistry", "value", "an object");
        getContext().getRegistry().bind(name, value);
    }

    /** For the engine: runs {@link #configure()} and returns the routes that it described. */
    @Override
    public final List<RouteDefinition> describe(RoutingContext context) throws Exception {
        Given.check(context, "describe", "context", "the context that the routes are added to");
        this.context = context;
        routes.clear();
        onExceptions.clear();
        onCompletions.clear();
        errorHandler = null;
        configure();
        if (errorHandler != null) {
            errorHandler.findNamed(context);
        }
        for (RouteDefinition route : routes) {
            route.findNamed(context);
            route.inherit(errorHandler, onExceptions, onCompletions);
        }
        return List.copyOf(routes);
    }

    // ---- failures and ends, for all routes of this builder

    /** Sets the error handler of the routes; the default is {@link #defaultErrorHandler()}. */
    public final void errorHandler(ErrorHandlerBuilder errorHandler) {
        Given.check(errorHandler, "errorHandler", "errorHandler", Given.ERROR_HANDLER);
        this.errorHandler = errorHandler;
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
        Given.check(uri, "deadLetterChannel", "uri", Given.URI);
        return new ErrorHandlerBuilder(true, uri);
    }

    /** No error handler: a failure is passed to the caller, whose route may handle it. */
    public static ErrorHandlerBuilder noErrorHandler() {
        return new ErrorHandlerBuilder(false, null);
    }

    /** How the routes handle failures of these types. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        Given.checkAll(types, "onException", "types", "a class, such as IOException.class");
        OnExceptionDefinition clause = new OnExceptionDefinition(null, List.of(types));
        onExceptions.add(clause);
        return clause;
    }

    /**
     * Steps that run when an exchange of one of the routes is done. They run once, even if the exchange was in several
     * of these routes. They do not run for an exchange that another builder's route sends here by {@code direct:}.
     */
    public final OnCompletionDefinition onCompletion() {
        OnCompletionDefinition completion = new OnCompletionDefinition(null);
        onCompletions.add(completion);
        return completion;
    }

    // ---- values

    public static ValueBuilder header(String name) {
        Given.check(name, "header", "name", Given.NAME);
        return new ValueBuilder(BasicValue.header(name), "header(" + name + ")");
    }

    public static ValueBuilder exchangeProperty(String name) {
        Given.check(name, "exchangeProperty", "name", Given.NAME);
        return new ValueBuilder(BasicValue.property(name), "exchangeProperty(" + name + ")");
    }

    public static ValueBuilder body() {
        return new ValueBuilder(BasicValue.body(), "body");
    }

    /** The body converted to this type. */
    public static <T> ValueBuilder body(Class<T> type) {
        Given.check(type, "body", "type", "a class, such as String.class");
        return new ValueBuilder(BasicValue.body(type), "body(" + type.getSimpleName() + ")");
    }

    /** Same as {@link #body(Class)}. */
    public static <T> ValueBuilder bodyAs(Class<T> type) {
        Given.check(type, "bodyAs", "type", "a class, such as String.class");
        return body(type);
    }

    public static ValueBuilder constant(@Nullable Object value) {
        return new ValueBuilder(BasicValue.constant(value));
    }

    /**
     * A text in which placeholders such as {@code ${body}} and {@code ${header.name}} are replaced. As a condition it
     * may have operators: {@code ${header.type} == 'express' && ${header.size} > 10}.
     */
    public static ValueBuilder simple(String text) {
        return new ValueBuilder(TextTemplate.parse(text));
    }

    /** Like {@link #simple(String)}, converted to this type. */
    public static ValueBuilder simple(String text, Class<?> type) {
        Given.check(type, "simple", "type", "a class, such as Integer.class");
        return simple(text).convertTo(type);
    }

    /** The text of the value, in which each match of the regular expression is replaced. */
    public static ValueBuilder regexReplaceAll(Expression value, String regex, String replacement) {
        Given.check(value, "regexReplaceAll", "value", Given.EXPRESSION);
        Given.check(regex, "regexReplaceAll", "regex", "a regular expression");
        Given.check(replacement, "regexReplaceAll", "replacement", "a text, which may have $1 and the like");
        Pattern pattern = Pattern.compile(regex);
        return new ValueBuilder(exchange -> {
            String text = value.evaluate(exchange, String.class);
            return text == null ? null : pattern.matcher(text).replaceAll(replacement);
        });
    }

    /** Wraps an expression, to build predicates from it: {@code expression(Orders::priceOf).isGreaterThan(10)}. */
    public static ValueBuilder expression(Expression expression) {
        Given.check(expression, "expression", "expression", Given.EXPRESSION);
        return new ValueBuilder(expression);
    }

    /**
     * The result of a function of the body: {@code body(Order.class, Order::customer)}. Null if the body is null; fails
     * if the body cannot be converted to the type.
     */
    public static <T> ValueBuilder body(Class<T> type, Function<? super T, ?> function) {
        Given.check(type, "body", "type", "a class, such as String.class");
        Given.check(function, "body", "function", "a function of the body");
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
     * those of {@link ProcessorDefinition#bean(Object, String)}.
     */
    public static ValueBuilder method(Object bean, String method) {
        Given.check(bean, "method", "bean", Given.BEAN);
        Given.check(method, "method", "method", Given.METHOD);
        return methodOf(bean, method);
    }

    /** Like {@link #method(Object, String)}, with the method that {@link ProcessorDefinition#bean(Object)} finds. */
    public static ValueBuilder method(Object bean) {
        Given.check(bean, "method", "bean", Given.BEAN);
        return methodOf(bean, null);
    }

    private static ValueBuilder methodOf(Object bean, @Nullable String method) {
        if (bean instanceof String) {
            throw new IllegalArgumentException("method(\"" + SafeText.of(bean) + "\"): a name is not enough here; give"
                    + " the object, such as getContext().getRegistry().lookupByName(\"" + SafeText.of(bean) + "\")");
        }
        return new ValueBuilder(BeanMethod.of("method", bean, method));
    }

    /** The exception of the exchange, or else the one that was caught last. */
    public static ValueBuilder exception() {
        return new ValueBuilder(BasicValue::exception);
    }

    /** The message of that exception. */
    public static ValueBuilder exceptionMessage() {
        return new ValueBuilder(BasicValue::exceptionMessage);
    }
}
