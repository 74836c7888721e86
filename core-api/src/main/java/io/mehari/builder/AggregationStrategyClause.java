package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The strategy of a step that was called without one, as a function of two bodies: {@code aggregationStrategy()
 * .body(Integer.class, (old, next) -> old == null ? next : old + next)}. The first body is null for the first message.
 *
 * @param <T> what the step returns
 */
public final class AggregationStrategyClause<T> {
    private final Function<AggregationStrategy, ? extends T> step;

    AggregationStrategyClause(Function<AggregationStrategy, ? extends T> step) {
        this.step = step;
    }

    /** The result is the new body of the aggregate. */
    public T body(BiFunction<@Nullable Object, @Nullable Object, @Nullable Object> function) {
        Given.check(function, "body", "function", "a function of two bodies");
        return body(Object.class, Object.class, function);
    }

    /** Like {@link #body(BiFunction)}, with both bodies converted to this type. */
    public <B> T body(Class<B> type, BiFunction<? super @Nullable B, ? super @Nullable B, ?> function) {
        Given.check(type, "body", "type", "a class, such as String.class");
        Given.check(function, "body", "function", "a function of two bodies");
        return body(type, type, function);
    }

    /** Like {@link #body(BiFunction)}, with the bodies converted to these types. */
    public <O, N> T body(
            Class<O> oldType, Class<N> newType, BiFunction<? super @Nullable O, ? super @Nullable N, ?> function) {
        Given.check(oldType, "body", "oldType", "a class, such as String.class");
        Given.check(newType, "body", "newType", "a class, such as String.class");
        Given.check(function, "body", "function", "a function of two bodies");
        return step.apply((old, next) -> {
            Exchange result = old == null ? next : old;
            result.setBody(function.apply(old == null ? null : old.getBody(oldType), next.getBody(newType)));
            return result;
        });
    }
}
