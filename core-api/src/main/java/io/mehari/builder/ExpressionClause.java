package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Message;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The value of a step that was called without one: {@code setBody().constant("x")} is the same as {@code
 * setBody(constant("x"))}, and {@code filter().header("gold")} the same as {@code filter(header("gold"))}.
 *
 * @param <T> what the step returns
 */
public final class ExpressionClause<T> {
    private final Function<ValueBuilder, ? extends T> step;

    /** @param step what is done with the value; its result is what the methods of this clause return */
    public ExpressionClause(Function<ValueBuilder, ? extends T> step) {
        Given.check(step, "ExpressionClause", "step", "a function of the value");
        this.step = step;
    }

    private T value(ValueBuilder value) {
        return step.apply(value);
    }

    public T expression(Expression expression) {
        return value(RouteBuilder.expression(expression));
    }

    public T constant(@Nullable Object value) {
        return value(RouteBuilder.constant(value));
    }

    public T simple(String text) {
        return value(RouteBuilder.simple(text));
    }

    /** The value of the text, converted to this type. */
    public T simple(String text, Class<?> type) {
        Given.check(type, "simple", "type", "a class, such as String.class");
        return value(RouteBuilder.simple(text).convertTo(type));
    }

    public T body() {
        return value(RouteBuilder.body());
    }

    /** The body converted to this type. */
    public <B> T body(Class<B> type) {
        return value(RouteBuilder.body(type));
    }

    /** The result of a function of the body. */
    public T body(Function<@Nullable Object, ?> function) {
        Given.check(function, "body", "function", "a function of the body");
        return value(new ValueBuilder(exchange -> function.apply(exchange.getBody())));
    }

    public <B> T body(Class<B> type, Function<? super B, ?> function) {
        return value(RouteBuilder.body(type, function));
    }

    public T header(String name) {
        return value(RouteBuilder.header(name));
    }

    public T exchangeProperty(String name) {
        return value(RouteBuilder.exchangeProperty(name));
    }

    /** The result of a method of an object or a class; see {@link RouteBuilder#method(Object, String)}. */
    public T method(Object bean, String method) {
        return value(RouteBuilder.method(bean, method));
    }

    public T method(Object bean) {
        return value(RouteBuilder.method(bean));
    }

    public T message(Function<? super Message, ?> function) {
        Given.check(function, "message", "function", "a function of the message");
        return value(new ValueBuilder(exchange -> function.apply(exchange.getMessage())));
    }

    public T exchange(Function<? super Exchange, ?> function) {
        Given.check(function, "exchange", "function", "a function of the exchange");
        return value(new ValueBuilder(function::apply));
    }

    /** The text of the body in pieces; see {@link ValueBuilder#tokenize(String)}. */
    public T tokenize(String token) {
        return value(RouteBuilder.body().tokenize(token));
    }

    /** The text of the body in groups of pieces; see {@link ValueBuilder#tokenize(String, int)}. */
    public T tokenize(String token, int group) {
        return tokenize(token, group, false);
    }

    /** Like {@link #tokenize(String, int)}. With true, the first piece is left out. */
    public T tokenize(String token, int group, boolean skipFirst) {
        return value(RouteBuilder.body().tokenize(token, group, skipFirst));
    }

    /**
     * The text of the body in groups of as many pieces as the text says; see {@link ValueBuilder#tokenize(String,
     * String, boolean)}.
     *
     * @param regex must be false: a group of pieces has the token between them, so it is no regular expression
     */
    public T tokenize(String token, boolean regex, String group) {
        Given.check(token, "tokenize", "token", "a text, such as \",\"");
        Given.check(group, "tokenize", "group", "a text, such as \"${header.pieces}\"");
        if (regex) {
            throw new IllegalArgumentException("tokenize(\"" + token + "\", true, group): a group of pieces has the"
                    + " token between them, so it must be no regular expression: give false");
        }
        return value(RouteBuilder.body().tokenize(token, group, false));
    }
}
