package io.mehari.component.mock;

import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.PredicateBuilder;
import io.mehari.builder.ValueBuilder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A value of a message that a mock receives. Each condition that is called becomes an expectation of the mock; several
 * may be called. Values are compared as {@link ValueBuilder} does.
 */
public final class MockValueBuilder {
    private final AssertionClause clause;
    private final String name;
    private final Expression expression;
    private final ValueBuilder value;

    MockValueBuilder(AssertionClause clause, String name, Expression expression) {
        this.clause = clause;
        this.name = name;
        this.expression = expression;
        this.value = new ValueBuilder(expression);
    }

    public Predicate isEqualTo(@Nullable Object other) {
        return expect(
                "equal to " + Shown.value(other),
                exchange -> Expectations.equal(exchange, value.evaluate(exchange), other));
    }

    public Predicate isNotEqualTo(@Nullable Object other) {
        return expect(
                "not equal to " + Shown.value(other),
                exchange -> !Expectations.equal(exchange, value.evaluate(exchange), other));
    }

    public Predicate isLessThan(Object other) {
        return expect("less than " + Shown.value(other), value.isLessThan(other));
    }

    public Predicate isLessThanOrEqualTo(Object other) {
        return expect("less than or equal to " + Shown.value(other), value.isLessThanOrEqualTo(other));
    }

    public Predicate isGreaterThan(Object other) {
        return expect("greater than " + Shown.value(other), value.isGreaterThan(other));
    }

    public Predicate isGreaterThanOrEqualTo(Object other) {
        return expect("greater than or equal to " + Shown.value(other), value.isGreaterThanOrEqualTo(other));
    }

    public Predicate isTrue() {
        return isEqualTo(true);
    }

    public Predicate isFalse() {
        return isEqualTo(false);
    }

    public Predicate isNull() {
        return expect("null", value.isNull());
    }

    public Predicate isNotNull() {
        return expect("not null", value.isNotNull());
    }

    public Predicate isInstanceOf(Class<?> type) {
        return expect("a " + type.getTypeName(), value.isInstanceOf(type));
    }

    /** Whether the value is one of these. */
    public Predicate in(Object... values) {
        return expect("one of " + Arrays.toString(values), value.in(values));
    }

    /**
     * Whether the value, as a text, contains this text; for a collection or an array, whether it contains this element.
     */
    public Predicate contains(Object part) {
        return expect("to contain " + Shown.value(part), value.contains(part));
    }

    public Predicate startsWith(String prefix) {
        return expect("to start with " + prefix, value.startsWith(prefix));
    }

    public Predicate endsWith(String suffix) {
        return expect("to end with " + suffix, value.endsWith(suffix));
    }

    /** Whether the whole text of the value matches the regular expression. */
    public Predicate regex(String regex) {
        return expect("to match " + regex, value.regex(regex));
    }

    /** The message must not match the predicate. */
    public Predicate not(Predicate predicate) {
        return expect("not to match", PredicateBuilder.not(predicate));
    }

    /** The value converted to this type. */
    public MockValueBuilder convertTo(Class<?> type) {
        clause.finished(this);
        return clause.value(name + " as " + type.getTypeName(), value.convertTo(type));
    }

    private Predicate expect(String question, Predicate predicate) {
        clause.finished(this);
        clause.expect(name + " " + question, expression, predicate);
        return predicate;
    }

    @Override
    public String toString() {
        return clause + ", " + name;
    }
}
