package io.mehari.component.mock;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;

/**
 * An expectation for one message of a mock, or for each of them: {@code
 * mock.message(0).header("type").isEqualTo("express")}.
 */
public final class AssertionClause {
    private final MockEndpoint mock;
    private final int index;

    AssertionClause(MockEndpoint mock, int index) {
        this.mock = mock;
        this.index = index;
    }

    public MockValueBuilder body() {
        return value("body", Exchange::getBody);
    }

    /** The body converted to this type. */
    public MockValueBuilder body(Class<?> type) {
        return value("body as " + type.getTypeName(), exchange -> exchange.getBody(type));
    }

    public MockValueBuilder header(String name) {
        return value("header " + name, exchange -> exchange.getHeader(name));
    }

    public MockValueBuilder exchangeProperty(String name) {
        return value("property " + name, exchange -> exchange.getProperty(name));
    }

    public MockValueBuilder exchangePattern() {
        return value("exchange pattern", Exchange::getPattern);
    }

    public MockValueBuilder expression(Expression expression) {
        return value("expression " + expression, expression);
    }

    /** The message must match. */
    public AssertionClause predicate(Predicate predicate) {
        expect("a message that matches its predicate", Exchange::getBody, predicate);
        return this;
    }

    MockValueBuilder value(String name, Expression value) {
        MockValueBuilder begun = new MockValueBuilder(this, name, value);
        mock.begin(begun);
        return begun;
    }

    /** The value has a condition now. */
    void finished(MockValueBuilder value) {
        mock.finished(value);
    }

    @Override
    public String toString() {
        return index == Expectations.EACH ? "allMessages()" : "message(" + index + ")";
    }

    void expect(String question, Expression value, Predicate predicate) {
        mock.expect(new Expectations.OfMessage(index, question, value, predicate));
    }
}
