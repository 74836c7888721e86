package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.RoutingContext;
import io.mehari.builder.model.Node;
import io.mehari.spi.internal.Values;
import java.util.Arrays;
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
    private @Nullable ValueBuilder origin; // the value that this one is made of
    private @Nullable Predicate condition;

    public ValueBuilder(Expression expression) {
        this(expression, null);
    }

    /** @param words what the value is, for error messages; null to show the expression */
    ValueBuilder(Expression expression, @Nullable String words) {
        Arguments.check(expression, "ValueBuilder", "expression", Arguments.EXPRESSION);
        this.expression = expression;
        this.words = words;
    }

    Expression expression() {
        return expression;
    }

    /** A URI for each message. What is made from others, as by {@code append}, counts as a value of the message. */
    static Node.DynamicUri uri(Expression value, @Nullable String allowed) {
        Expression source = value;
        while (source instanceof ValueBuilder built) {
            source = built.origin != null ? Values.CORE.body(null) : built.expression;
        }
        return new Node.DynamicUri(value, source, allowed);
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
        return known != null ? known.matches(exchange) : Values.CORE.isTrue(evaluate(exchange));
    }

    /**
     * The condition that a {@code simple} text contains; null for other values. Refuses a text that is not a condition,
     * because it would always be true.
     */
    @Nullable
    Predicate condition() {
        Predicate known = condition;
        if (known == null) {
            known = Values.CORE.conditionIn(expression);
            condition = known;
        }
        return known;
    }

    private Predicate compare(String operator, @Nullable Object other) {
        Object shown = other instanceof Class<?> type ? type.getTypeName() : other;
        Object right = other instanceof ValueBuilder value ? value.expression : other;
        return condition(operator, right, this + " " + operator + " " + shown);
    }

    private Predicate condition(String operator, @Nullable Object right, String words) {
        return Values.CORE.condition(expression, operator, right, words);
    }

    private Predicate compare(String operator, String method, String parameter, Object other, String instead) {
        return compare(operator, Arguments.check(other, method, parameter, instead));
    }

    public Predicate isEqualToIgnoreCase(@Nullable Object value) {
        return compare("=~", value);
    }

    /** Whether the two are equal; the other value may be an expression, as in the methods below. */
    public Predicate isEqualTo(@Nullable Object value) {
        return compare("==", value);
    }

    public Predicate isNotEqualTo(@Nullable Object value) {
        return compare("!=", value);
    }

    public Predicate isLessThan(Object value) {
        return compare("<", "isLessThan", "value", value, Arguments.VALUE);
    }

    public Predicate isLessThanOrEqualTo(Object value) {
        return compare("<=", "isLessThanOrEqualTo", "value", value, Arguments.VALUE);
    }

    public Predicate isGreaterThan(Object value) {
        return compare(">", "isGreaterThan", "value", value, Arguments.VALUE);
    }

    public Predicate isGreaterThanOrEqualTo(Object value) {
        return compare(">=", "isGreaterThanOrEqualTo", "value", value, Arguments.VALUE);
    }

    public Predicate isNull() {
        return condition("is null", null, this + " is null");
    }

    public Predicate isNotNull() {
        return condition("is not null", null, this + " is not null");
    }

    public Predicate isInstanceOf(Class<?> type) {
        return compare("instanceof", "isInstanceOf", "type", type, Arguments.CLASS);
    }

    /** Whether the value is one of these. */
    public Predicate in(@Nullable Object... values) {
        Arguments.check(values, "in", "values", Arguments.VALUE);
        return condition("in", values.clone(), this + " in " + Arrays.asList(values));
    }

    /**
     * Whether the value, as a text, contains this text; for a collection or an array, whether it contains this element.
     * A number or a Boolean contains only what it is equal to, and null only null.
     */
    public Predicate contains(Object part) {
        return compare("contains", "contains", "part", part, Arguments.VALUE);
    }

    public Predicate startsWith(String prefix) {
        return compare("startsWith", "startsWith", "prefix", prefix, "a text");
    }

    public Predicate endsWith(String suffix) {
        return compare("endsWith", "endsWith", "suffix", suffix, "a text");
    }

    /** Whether the whole text of the value matches the regular expression. */
    public Predicate regex(String regex) {
        if (regex != null && !regex.contains("{{")) {
            Arguments.regex("regex", regex);
        }
        return compare("regex", "regex", "regex", regex, "a regular expression");
    }

    // ---- other values

    private ValueBuilder of(Expression changed) {
        ValueBuilder value = new ValueBuilder(changed);
        value.origin = this;
        return value;
    }

    /** True or false: what the condition in the text says, or whether the value counts as true. */
    ValueBuilder asBoolean() {
        Predicate known = condition();
        Predicate meant = known != null ? known : this;
        ValueBuilder value = of(meant::matches);
        value.condition = meant;
        return value;
    }

    /** Refuses names in double braces that have no value in the context. */
    void check(RoutingContext context) {
        Values.CORE.check(expression, context);
        Values.CORE.check(condition, context);
        if (origin != null) {
            origin.check(context);
        }
    }

    /** The value converted to this type. */
    public ValueBuilder convertTo(Class<?> type) {
        Arguments.check(type, "convertTo", "type", Arguments.CLASS);
        return of(exchange -> evaluate(exchange, type));
    }

    /** The text of the value, in which each match of the regular expression is replaced; {@code $1} is a group. */
    public ValueBuilder regexReplaceAll(String regex, String replacement) {
        Arguments.check(regex, "regexReplaceAll", "regex", "a regular expression");
        Arguments.check(replacement, "regexReplaceAll", "replacement", "a text, which may be empty");
        Pattern pattern = Arguments.regex("regexReplaceAll", regex);
        return of(exchange -> {
            String text = text(exchange);
            return text == null ? null : pattern.matcher(text).replaceAll(replacement);
        });
    }

    /** The text of the value followed by the text of the other value. */
    public ValueBuilder append(@Nullable Object other) {
        Expression tail = other instanceof Expression next ? next : Values.CORE.constant(other);
        return of(exchange -> Objects.toString(text(exchange), "") + Objects.toString(tail.evaluate(exchange), ""));
    }

    /**
     * Splits the text of the value at a token; an empty token splits it into its characters. The result is a lazy
     * iterator. A reader or an input stream (of UTF-8) is read only as far as needed. Pieces are not trimmed. A token
     * ends a piece: {@code a,} has one, and {@code a,,} has two.
     */
    public ValueBuilder tokenize(String token) {
        return tokenize(token, 1);
    }

    /**
     * Like {@link #tokenize(String)}, but joins this many pieces to one, with the tokens between them. The last group
     * may have fewer pieces.
     */
    public ValueBuilder tokenize(String token, int group) {
        Arguments.check(token, "tokenize", "token", "a text, such as \",\"");
        if (group < 1) {
            throw new IllegalArgumentException(
                    "tokenize(\"" + token + "\", " + group + ") is invalid: a group has at least one piece");
        }
        return of(Values.CORE.pieces(this, token, group));
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
