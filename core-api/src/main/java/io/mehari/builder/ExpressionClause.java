package io.mehari.builder;

import io.mehari.Expression;
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
        this.step = Arguments.check(step, "ExpressionClause", "step", "a function of the value");
    }

    public T expression(Expression expression) {
        return step.apply(RouteBuilder.expression(expression));
    }

    public T constant(@Nullable Object value) {
        return step.apply(RouteBuilder.constant(value));
    }

    public T simple(String text) {
        return step.apply(RouteBuilder.simple(text));
    }

    /** The value of the text, converted to this type. */
    public T simple(String text, Class<?> type) {
        return step.apply(RouteBuilder.simple(text, type));
    }

    public T body() {
        return step.apply(RouteBuilder.body());
    }

    /** The body converted to this type. */
    public <B> T body(Class<B> type) {
        return step.apply(RouteBuilder.body(type));
    }

    /** The result of a function of the body. */
    public T body(Function<@Nullable Object, ?> function) {
        Arguments.check(function, "body", "function", "a function of the body");
        return step.apply(new ValueBuilder(exchange -> function.apply(exchange.getBody())));
    }

    public <B> T body(Class<B> type, Function<? super B, ?> function) {
        return step.apply(RouteBuilder.body(type, function));
    }

    public T header(String name) {
        return step.apply(RouteBuilder.header(name));
    }

    public T exchangeProperty(String name) {
        return step.apply(RouteBuilder.exchangeProperty(name));
    }

    /** The result of a method of an object or a class; see {@link RouteBuilder#method(Object, String)}. */
    public T method(Object bean, String method) {
        return step.apply(RouteBuilder.method(bean, method));
    }

    public T method(Object bean) {
        return step.apply(RouteBuilder.method(bean));
    }

    /** The text of the body in pieces; see {@link ValueBuilder#tokenize(String)}. */
    public T tokenize(String token) {
        return step.apply(RouteBuilder.body().tokenize(token));
    }

    /** The text of the body in groups of pieces; see {@link ValueBuilder#tokenize(String, int)}. */
    public T tokenize(String token, int group) {
        return step.apply(RouteBuilder.body().tokenize(token, group));
    }
}
