package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An expression, and the questions that can be asked about its value: {@code header("type").isEqualTo("express")}.
 * Values of different types are compared after the value was converted to the type it is compared with.
 */
public final class ValueBuilder implements Expression {

    private final Expression expression;

    public ValueBuilder(Expression expression) {
        this.expression = expression;
    }

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        return expression.evaluate(exchange);
    }

    // ---- questions

    public Predicate isEqualTo(@Nullable Object value) {
        return exchange -> equal(exchange, value);
    }

    public Predicate isNotEqualTo(@Nullable Object value) {
        return exchange -> !equal(exchange, value);
    }

    public Predicate isLessThan(Object value) {
        return exchange -> {
            Integer order = compare(exchange, value);
            return order != null && order < 0;
        };
    }

    public Predicate isLessThanOrEqualTo(Object value) {
        return exchange -> {
            Integer order = compare(exchange, value);
            return order != null && order <= 0;
        };
    }

    public Predicate isGreaterThan(Object value) {
        return exchange -> {
            Integer order = compare(exchange, value);
            return order != null && order > 0;
        };
    }

    public Predicate isGreaterThanOrEqualTo(Object value) {
        return exchange -> {
            Integer order = compare(exchange, value);
            return order != null && order >= 0;
        };
    }

    public Predicate isNull() {
        return exchange -> evaluate(exchange) == null;
    }

    public Predicate isNotNull() {
        return exchange -> evaluate(exchange) != null;
    }

    public Predicate isInstanceOf(Class<?> type) {
        return exchange -> type.isInstance(evaluate(exchange));
    }

    /** Whether it is one of those. */
    public Predicate in(Object... values) {
        List<Object> all = Arrays.asList(values.clone());
        return exchange -> {
            for (Object value : all) {
                if (equal(exchange, value)) {
                    return true;
                }
            }
            return false;
        };
    }

    /** Whether its text contains that text, or the collection or array that it is contains that value. */
    public Predicate contains(Object part) {
        return exchange -> {
            Object value = evaluate(exchange);
            if (value instanceof Collection<?> collection) {
                return collection.contains(part);
            }
            if (value instanceof Object[] array) {
                return Arrays.asList(array).contains(part);
            }
            String text = text(exchange);
            return text != null && text.contains(part.toString());
        };
    }

    public Predicate startsWith(String prefix) {
        return exchange -> {
            String text = text(exchange);
            return text != null && text.startsWith(prefix);
        };
    }

    public Predicate endsWith(String suffix) {
        return exchange -> {
            String text = text(exchange);
            return text != null && text.endsWith(suffix);
        };
    }

    /** Whether the whole text matches the regular expression. */
    public Predicate regex(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return exchange -> {
            String text = text(exchange);
            return text != null && pattern.matcher(text).matches();
        };
    }

    // ---- other values

    /** The value converted to that type. */
    public ValueBuilder convertTo(Class<?> type) {
        return new ValueBuilder(exchange -> evaluate(exchange, type));
    }

    /** Its text followed by that of the other. */
    public ValueBuilder append(Object other) {
        return new ValueBuilder(exchange -> {
            Object tail = other instanceof Expression next ? next.evaluate(exchange) : other;
            return Objects.toString(text(exchange), "") + Objects.toString(tail, "");
        });
    }

    /**
     * The pieces of its text between occurrences of the token, as an iterator that finds them one by one. A reader or an
     * input stream (of UTF-8) is read as far as needed. Nothing is trimmed; empty pieces at the end are left out.
     */
    public ValueBuilder tokenize(String token) {
        return tokenize(token, 1);
    }

    /** The same in groups of so many, each with its tokens in between; the last one may be smaller. */
    public ValueBuilder tokenize(String token, int group) {
        if (token.isEmpty() || group < 1) {
            throw new IllegalArgumentException("tokenize(\"" + token + "\", " + group
                    + ") cannot be: a token has at least one character, and a group at least one piece");
        }
        return new ValueBuilder(exchange -> {
            Object value = evaluate(exchange);
            return value == null ? null : Tokens.of(value, token, group);
        });
    }

    // ---- comparing

    private @Nullable String text(Exchange exchange) {
        return evaluate(exchange, String.class);
    }

    private boolean equal(Exchange exchange, @Nullable Object other) {
        Object value = evaluate(exchange);
        if (value == null || other == null) {
            return value == other;
        }
        if (value.equals(other)) {
            return true;
        }
        return value.getClass() != other.getClass() && other.equals(convert(exchange, value, other.getClass()));
    }

    /** Null when the two cannot be compared. */
    @SuppressWarnings("unchecked") // both are of one class, which is comparable with itself
    private @Nullable Integer compare(Exchange exchange, Object other) {
        Object value = evaluate(exchange);
        Object same = value == null ? null : convert(exchange, value, other.getClass());
        return same instanceof Comparable<?> ? (Integer) ((Comparable<Object>) same).compareTo(other) : null;
    }

    private static @Nullable Object convert(Exchange exchange, Object value, Class<?> type) {
        return type.isInstance(value)
                ? value
                : exchange.getContext().getTypeConverter().tryConvertTo(type, exchange, value);
    }

    @Override
    public String toString() {
        return expression.toString();
    }
}
