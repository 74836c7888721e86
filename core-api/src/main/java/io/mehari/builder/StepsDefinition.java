package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import io.mehari.spi.DataFormat;
import io.mehari.spi.internal.Values;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The steps that have no block and no options. */
abstract class StepsDefinition<T extends ProcessorDefinition<T>> extends BlockDefinition<T> {

    StepsDefinition(@Nullable ProcessorDefinition<?> parent, boolean block) {
        super(parent, block);
    }

    public final T process(Processor processor) {
        return add(new Node.Call(given(processor, "process", "processor", Arguments.PROCESSOR)));
    }

    /**
     * Calls the processor with this name in the registry; {@code #bean:name} means the same. {@code #class:name}
     * creates an object of a class that has a public constructor without parameters.
     *
     * <p>If there is no such processor, the route is refused. The route does not start a processor that is a {@code
     * Service}.
     */
    public final T process(String name) {
        Arguments.check(name, "process", "name", "the name of a Processor in the registry");
        return add(new Node.CallNamed(text(name)));
    }

    /**
     * Calls a public method of a bean. Its result becomes the body, unless it is void; what it throws is the failure of
     * the step. It is found when the route is described, or when the route starts if the bean is named. Needs {@code
     * mehari-simple}.
     *
     * <p>A parameter of type {@code Exchange}, {@code Message} or {@code RoutingContext} is that object. Others have an
     * annotation, such as {@link io.mehari.Header} or {@link io.mehari.ExchangeProperty}. One may have none, or {@link
     * io.mehari.Body}: it is the body.
     *
     * @param bean an object; a class, of which this step creates one object by its public constructor without
     *     parameters, unless the method is static; or the name of an object in the registry
     * @param method the name of the method, followed by the types of its parameters if it has overloads: {@code
     *     price(String,int)}
     * @throws IllegalArgumentException if there is no such method, if there are several, or if it cannot be called
     */
    public final T bean(Object bean, String method) {
        return addBean(bean, Arguments.check(method, "bean", "method", Arguments.METHOD));
    }

    /**
     * Like {@link #bean(Object, String)}, with the method that is marked by {@link io.mehari.Handler}, or else the only
     * public method that the class has beside those of {@code Object}.
     */
    public final T bean(Object bean) {
        return addBean(bean, null);
    }

    private T addBean(Object bean, @Nullable String method) {
        Arguments.check(bean, "bean", "bean", Arguments.BEAN);
        Object called = bean instanceof String name ? text(name) : Values.CORE.method("bean", bean, method);
        services.add(called);
        return add(new Node.Bean(called, method));
    }

    /** Sends to an endpoint. A URI of several lines, such as a text block, counts as one line. */
    public final T to(String uri) {
        return add(new Node.To(Arguments.onOneLine(uri, "to"), null, null));
    }

    public final T to(Endpoint endpoint) {
        return add(new Node.To(null, Arguments.check(endpoint, "to", "endpoint", Arguments.URI), null));
    }

    /** Sends to the URI that {@link String#format(String, Object...)} returns. */
    public final T toF(String uri, @Nullable Object... args) {
        return to(Arguments.format("toF", "uri", uri, args));
    }

    /** Sends with this pattern. Afterwards the exchange has its own pattern again. */
    public final T to(ExchangePattern pattern, String uri) {
        Arguments.check(pattern, "to", "pattern", Arguments.EXCHANGE_PATTERN);
        return add(new Node.To(Arguments.onOneLine(uri, "to"), null, pattern));
    }

    /** Sends to several endpoints, one after the other. */
    public final T to(String... uris) {
        Arguments.checkAll(uris, "to", "uris", Arguments.URI);
        for (String uri : uris) {
            to(uri);
        }
        return self();
    }

    /** Groups steps, which run in order. Within a {@code multicast()} they are one branch. */
    public final PipelineDefinition pipeline() {
        return open(new PipelineDefinition(self(), null));
    }

    /** Groups steps under an id, which error messages and the events of steps contain. */
    public final PipelineDefinition step(String id) {
        return open(new PipelineDefinition(self(), text(Arguments.check(id, "step", "id", "a name"))));
    }

    public final T setBody(Expression value) {
        return add(new Node.SetBody(given(value, "setBody", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setBody() {
        return new ExpressionClause<>(this::setBody);
    }

    /** Same as {@link #setBody}. */
    public final T transform(Expression value) {
        return setBody(given(value, "transform", "value", Arguments.EXPRESSION));
    }

    /** Same as {@link #setBody()}. */
    public final ExpressionClause<T> transform() {
        return setBody();
    }

    public final T setHeader(String name, Expression value) {
        String header = name(name, "setHeader");
        return add(new Node.SetHeader(header, given(value, "setHeader", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setHeader(String name) {
        Arguments.check(name, "setHeader", "name", Arguments.NAME);
        return new ExpressionClause<>(value -> setHeader(name, value));
    }

    public final T setProperty(String name, Expression value) {
        String property = name(name, "setProperty");
        return add(new Node.SetProperty(property, given(value, "setProperty", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setProperty(String name) {
        Arguments.check(name, "setProperty", "name", Arguments.NAME);
        return new ExpressionClause<>(value -> setProperty(name, value));
    }

    public final T removeHeader(String name) {
        String header = name(name, "removeHeader");
        return own("removeHeader", null, exchange -> exchange.removeHeader(header));
    }

    /** See {@link io.mehari.Message#removeHeaders(String, String...)} for patterns. */
    public final T removeHeaders(String pattern, String... excludePatterns) {
        Arguments.check(pattern, "removeHeaders", "pattern", Arguments.PATTERN);
        String from = text(pattern);
        String[] excluded = texts("removeHeaders", excludePatterns);
        return own("removeHeaders", null, exchange -> exchange.removeHeaders(from, excluded));
    }

    private T own(String step, @Nullable String of, Processor processor) {
        return add(new Node.Own(step, of, processor));
    }

    private String[] texts(String method, String... patterns) {
        Arguments.checkAll(patterns, method, "excludePatterns", Arguments.PATTERN);
        return Arrays.stream(patterns).map(this::text).toArray(String[]::new);
    }

    public final T removeProperties(String pattern, String... excludePatterns) {
        Arguments.check(pattern, "removeProperties", "pattern", Arguments.PATTERN);
        String from = text(pattern);
        String[] excluded = texts("removeProperties", excludePatterns);
        return own("removeProperties", null, exchange -> exchange.removeProperties(from, excluded));
    }

    public final T removeProperty(String name) {
        String property = name(name, "removeProperty");
        return process(exchange -> exchange.removeProperty(property));
    }

    public final T convertBodyTo(Class<?> type) {
        Arguments.check(type, "convertBodyTo", "type", Arguments.CLASS);
        return own("convertBodyTo", type.getTypeName(), exchange -> {
            if (exchange.getBody() != null) {
                exchange.setBody(exchange.getMandatoryBody(type));
            }
        });
    }

    /** Writes the body as bytes, which become the body. A message without a body fails. */
    public final T marshal(DataFormat format) {
        given(format, "marshal", "format", "a DataFormat");
        return process(exchange -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            format.marshal(exchange, exchange.getMandatoryBody(Object.class), bytes);
            exchange.setBody(bytes.toByteArray());
        });
    }

    /** Reads an object from the bytes of the body; the object becomes the body. A message without a body fails. */
    public final T unmarshal(DataFormat format) {
        given(format, "unmarshal", "format", "a DataFormat");
        return process(exchange -> {
            try (InputStream bytes = exchange.getMandatoryBody(InputStream.class)) {
                exchange.setBody(format.unmarshal(exchange, bytes));
            }
        });
    }

    /**
     * Logs the text. {@code ${body}}, {@code ${header.name}}, {@code ${exchangeId}} and others are replaced; their
     * values are written on one line, with control characters escaped as in {@code \\n}, and cut after 10,000
     * characters.
     */
    public final T log(String text) {
        return log(System.Logger.Level.INFO, text);
    }

    public final T log(System.Logger.Level level, String text) {
        return addLog(level, null, text);
    }

    /** Logs the text with the logger of this name. */
    public final T log(System.Logger.Level level, String logName, String text) {
        return addLog(level, text(Arguments.check(logName, "log", "logName", "the name of a logger")), text);
    }

    private T addLog(System.Logger.Level level, @Nullable String logName, String text) {
        Arguments.check(level, "log", "level", "a level, such as INFO");
        Arguments.check(text, "log", "text", Arguments.TEXT);
        Expression value = Values.CORE.log(text);
        checkLate(value);
        return add(new Node.Log(value, level, logName));
    }

    public final T setExchangePattern(ExchangePattern pattern) {
        Arguments.check(pattern, "setExchangePattern", "pattern", Arguments.EXCHANGE_PATTERN);
        return own("setExchangePattern", null, exchange -> exchange.setPattern(pattern));
    }

    public final T throwException(Exception exception) {
        Arguments.check(exception, "throwException", "exception", "the exception to throw");
        return own("throwException", null, exchange -> {
            throw exception;
        });
    }

    /**
     * Throws a new exception of this type for each message.
     *
     * @param message a text, which may have placeholders; null if the constructor takes no text
     */
    public final T throwException(Class<? extends Exception> type, @Nullable String message) {
        Arguments.check(type, "throwException", "type", "a class, such as IOException.class");
        Expression text = message == null ? null : Values.CORE.simple(text(message));
        try {
            Constructor<? extends Exception> made =
                    text == null ? type.getConstructor() : type.getConstructor(String.class);
            return process(exchange -> {
                throw text == null ? made.newInstance() : made.newInstance(text.evaluate(exchange, String.class));
            });
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "throwException(" + type.getSimpleName() + ".class, message): the class has no public constructor "
                            + (text == null ? "without arguments" : "with a text") + "; throw it by a processor",
                    e);
        }
    }

    /**
     * Marks the exchange for rollback and fails it. A {@code doCatch} runs its steps for this failure, but the exchange
     * still fails after them.
     */
    public final T rollback(String message) {
        Arguments.check(message, "rollback", "message", "a text, or call markRollbackOnly() instead");
        return add(new Node.Rollback(text(message)));
    }

    /** Marks the exchange for rollback and ends the route, without a failure. */
    public final T markRollbackOnly() {
        return add(new Node.Rollback(null));
    }

    /** Ends the route here, and the routes that called it or wait for its reply. */
    public final T stop() {
        return own("stop", null, exchange -> exchange.setRouteStop(true));
    }
}
