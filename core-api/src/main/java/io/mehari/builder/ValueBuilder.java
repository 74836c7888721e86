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
 * An expression with methods that build predicates from its value: {@code header("type").isEqualTo("express")}.
 * Numbers, and texts that are numbers, are compared as numbers. For other values of different types, a text is
 * converted to the type of the other value first.
 */
public final class ValueBuilder implements Expression, Predicate {

    private final Expression expression;
    private final @Nullable String words;
    private @Nullable Predicate condition;

    public ValueBuilder(Expression expression) {
        this(expression, null);
    }

    /** @param words what the value is, for error messages; null to show the expression */
    ValueBuilder(Expression expression, @Nullable String words) {
        Given.check(expression, "ValueBuilder", "expression", Given.EXPRESSION);
        this.expression = expression;
        this.words = words;
    }

    Expression expression() {
        return expression;
    }

    @Override
    public @Nullable Object evaluate(Exchange exchange) {
        return expression.evaluate(exchange);
    }

    // ---- predicates

    /**
     * Whether the value counts as true. False are: false, null, an empty text, an empty collection, and the text {@code
     * "false"}, ignoring case. All other values are true. A {@code simple} text with operators is a condition; see
     * {@link RouteBuilder#simple}.
     *
     * @throws IllegalArgumentException for a {@code simple} text that is neither a condition nor a single placeholder
     */
    @Override
    public boolean matches(Exchange exchange) {
        Predicate known = condition();
        return known != null ? known.matches(exchange) : Truth.of(evaluate(exchange));
    }

    /**
     * The condition that a {@code simple} text contains; null for other values. Refuses a text that is not a condition,
     * because it would always be true.
     */
    @Nullable
    Predicate condition() {
        Predicate known = condition;
        if (known == null && expression instanceof TextTemplate text && !text.isOneValue()) {
            known = SimpleCondition.parse(text.toString());
            condition = known;
        }
        return known;
    }

    public Predicate isEqualToIgnoreCase(@Nullable Object value) {
        return new Condition.Comparison(this, "=~", value) {
            @Override
            public boolean matches(Exchange exchange) {
                Object wanted = right(exchange);
                String text = text(exchange);
                return text == null ? wanted == null : wanted != null && text.equalsIgnoreCase(wanted.toString());
            }
        };
    }

    /** Whether the two are equal; the other value may be an expression, as in the methods below. */
    public Predicate isEqualTo(@Nullable Object value) {
        return new Condition.Equality(this, value, true);
    }

    public Predicate isNotEqualTo(@Nullable Object value) {
        return new Condition.Equality(this, value, false);
    }

    public Predicate isLessThan(Object value) {
        Given.check(value, "isLessThan", "value", Given.VALUE);
        return new Condition.Order(this, "<", value, -1, -1);
    }

    public Predicate isLessThanOrEqualTo(Object value) {
        Given.check(value, "isLessThanOrEqualTo", "value", Given.VALUE);
        return new Condition.Order(this, "<=", value, -1, 0);
    }

    public Predicate isGreaterThan(Object value) {
        Given.check(value, "isGreaterThan", "value", Given.VALUE);
        return new Condition.Order(this, ">", value, 1, 1);
    }

    public Predicate isGreaterThanOrEqualTo(Object value) {
        Given.check(value, "isGreaterThanOrEqualTo", "value", Given.VALUE);
        return new Condition.Order(this, ">=", value, 0, 1);
    }

    public Predicate isNull() {
        return new Condition(this, "is null") {
            @Override
            public boolean matches(Exchange exchange) {
                return evaluate(exchange) == null;
            }
        };
    }

    public Predicate isNotNull() {
        return new Condition(this, "is not null") {
            @Override
            public boolean matches(Exchange exchange) {
                return evaluate(exchange) != null;
            }
        };
    }

    public Predicate isInstanceOf(Class<?> type) {
        Given.check(type, "isInstanceOf", "type", "a class, such as String.class");
        return new Condition(this, "instanceof", type.getTypeName()) {
            @Override
            public boolean matches(Exchange exchange) {
                return type.isInstance(evaluate(exchange));
            }
        };
    }

    /** Whether the value is one of these. */
    public Predicate in(@Nullable Object... values) {
        Given.check(values, "in", "values", Given.VALUE);
        List<Object> all = Arrays.asList(values.clone());
        return new Condition(this, "in", all) {
            @Override
            public boolean matches(Exchange exchange) {
                for (Object each : all) {
                    if (Comparing.equal(exchange, evaluate(exchange), each)) {
                        return true;
                    }
                }
                return false;
            }
        };
    }

    /**
     * Whether the value, as a text, contains this text; for a collection or an array, whether it contains this element.
     */
    public Predicate contains(Object part) {
        Given.check(part, "contains", "part", Given.VALUE);
        return new Condition(this, "contains", part) {
            @Override
            public boolean matches(Exchange exchange) {
                return isPartOf(exchange, part);
            }
        };
    }

    private boolean isPartOf(Exchange exchange, Object part) {
        Object value = evaluate(exchange);
        if (value instanceof Collection<?> collection) {
            return collection.contains(part);
        }
        if (value instanceof Object[] array) {
            return Arrays.asList(array).contains(part);
        }
        String text = text(exchange);
        return text != null && text.contains(part.toString());
    }

    public Predicate startsWith(String prefix) {
        Given.check(prefix, "startsWith", "prefix", "a text");
        return new Condition(this, "startsWith", prefix) {
            @Override
            public boolean matches(Exchange exchange) {
                String text = text(exchange);
                return text != null && text.startsWith(prefix);
            }
        };
    }

    public Predicate endsWith(String suffix) {
        Given.check(suffix, "endsWith", "suffix", "a text");
        return new Condition(this, "endsWith", suffix) {
            @Override
            public boolean matches(Exchange exchange) {
                String text = text(exchange);
                return text != null && text.endsWith(suffix);
            }
        };
    }

    /** Whether the whole text of the value matches the regular expression. */
    public Predicate regex(String regex) {
        Given.check(regex, "regex", "regex", "a regular expression");
        Pattern pattern = Pattern.compile(regex);
        return new Condition(this, "regex", regex) {
            @Override
            public boolean matches(Exchange exchange) {
                String text = text(exchange);
                return text != null && pattern.matcher(text).matches();
            }
        };
    }

    // ---- other values

    /** The value converted to this type. */
    public ValueBuilder convertTo(Class<?> type) {
        Given.check(type, "convertTo", "type", "a class, such as String.class");
        return new ValueBuilder(exchange -> evaluate(exchange, type));
    }

    /** The text of the other value followed by the text of the value. */
    public ValueBuilder prepend(@Nullable Object other) {
        return new ValueBuilder(exchange -> {
            Object head = other instanceof Expression before ? before.evaluate(exchange) : other;
            return Objects.toString(head, "") + Objects.toString(text(exchange), "");
        });
    }

    /** The text of the value, in which each match of the regular expression is replaced; {@code $1} is a group. */
    public ValueBuilder regexReplaceAll(String regex, String replacement) {
        Given.check(regex, "regexReplaceAll", "regex", "a regular expression");
        Given.check(replacement, "regexReplaceAll", "replacement", "a text, which may be empty");
        Pattern pattern = Pattern.compile(regex);
        return new ValueBuilder(exchange -> {
            String text = text(exchange);
            return text == null ? null : pattern.matcher(text).replaceAll(replacement);
        });
    }

    /** The text of the value followed by the text of the other value. */
    public ValueBuilder append(@Nullable Object other) {
        return new ValueBuilder(exchange -> {
            Object tail = other instanceof Expression next ? next.evaluate(exchange) : other;
            return Objects.toString(text(exchange), "") + Objects.toString(tail, "");
        });
    }

    /**
     * Splits the text of the value at a token; an empty token splits it into its characters. The result is a lazy
     * iterator. A reader or an input stream (of UTF-8) is read only as far as needed. Pieces are not trimmed; empty
     * pieces at the end are left out.
     */
    public ValueBuilder tokenize(String token) {
        return tokenize(token, 1);
    }

    /**
     * Like {@link #tokenize(String)}, but joins this many pieces to one, with the tokens between them. The last group
     * may have fewer pieces.
     */
    public ValueBuilder tokenize(String token, int group) {
        return tokenize(token, group, false);
    }

    /**
     * Like {@link #tokenize(String, int)}. With true, the first piece is left out, such as the header line of a table.
     */
    public ValueBuilder tokenize(String token, int group, boolean skipFirst) {
        Given.check(token, "tokenize", "token", "a text, such as \",\"");
        if (group < 1) {
            throw new IllegalArgumentException(
                    "tokenize(\"" + token + "\", " + group + ") is invalid: a group has at least one piece");
        }
        return new ValueBuilder(exchange -> {
            Object value = evaluate(exchange);
            return value == null ? null : Tokens.of(value, token, group, skipFirst);
        });
    }

    /**
     * Like {@link #tokenize(String, int, boolean)}, with a text that gives the number of pieces for each message, such
     * as {@code ${header.pieces}}.
     */
    public ValueBuilder tokenize(String token, String group, boolean skipFirst) {
        Given.check(token, "tokenize", "token", "a text, such as \",\"");
        Given.check(group, "tokenize", "group", "a text, such as \"${header.pieces}\"");
        Expression pieces = TextTemplate.parse(group);
        return new ValueBuilder(exchange -> {
            Integer number = pieces.evaluate(exchange, Integer.class);
            return tokenize(token, number == null ? 0 : number, skipFirst).evaluate(exchange);
        });
    }

    private @Nullable String text(Exchange exchange) {
        return evaluate(exchange, String.class);
    }

    /** What the value is, such as {@code body}, or the condition that a {@code simple} text contains. */
    @Override
    public String toString() {
        Predicate known = condition;
        return known != null ? known.toString() : words != null ? words : expression.toString();
    }
}
