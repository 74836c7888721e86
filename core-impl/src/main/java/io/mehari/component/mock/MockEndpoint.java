package io.mehari.component.mock;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A place where routes end in tests: it keeps copies of what it receives and compares them with what was expected.
 *
 * <pre>{@code
 * MockEndpoint mock = MockEndpoint.resolve(context, "mock:result");
 * mock.expectedBodiesReceived("a", "b");
 * mock.message(0).header("type").isEqualTo("express");
 * // send
 * mock.assertIsSatisfied();
 * }</pre>
 *
 * <p>Messages may come on many threads. They are numbered from 0 in the order in which they come. Of a message the
 * headers and properties are kept as they were; the body is the same object. Unless something else is said, the first
 * 100,000 messages are kept and further ones are counted.
 */
public final class MockEndpoint extends Endpoint {
    /*
     * reset() replaces the state as a whole: a message that is under way meanwhile ends in the former one.
     */
    private final EndpointOptions options;
    private volatile State state;

    private static final class State {
        final Arrivals arrivals = new Arrivals();
        final Expected expected;
        final Map<Long, Processor> processors = new ConcurrentHashMap<>();
        final List<Processor> replies = new CopyOnWriteArrayList<>();
        volatile @Nullable Processor anyProcessor;
        volatile long resultWaitMillis;
        volatile int keptByDefault = Arrivals.KEPT_BY_DEFAULT;
        volatile int retainFirst;
        volatile int retainLast;

        State(String uri) {
            expected = new Expected(uri, arrivals);
        }
    }

    MockEndpoint(RoutingContext context, String uri, EndpointOptions options) {
        super(context, uri);
        this.options = options;
        this.state = newState();
    }

    private State newState() {
        State made = new State(getEndpointUri());
        made.expected.count = orUnset(options.find(MockComponent.EXPECTED_COUNT));
        made.expected.minimumWaitMillis =
                options.get(MockComponent.RESULT_MINIMUM_WAIT_TIME).toMillis();
        made.expected.assertPeriodMillis =
                options.get(MockComponent.ASSERT_PERIOD).toMillis();
        made.expected.failFast = options.get(MockComponent.FAIL_FAST);
        made.resultWaitMillis = options.get(MockComponent.RESULT_WAIT_TIME).toMillis();
        made.retainFirst = orUnset(options.find(MockComponent.RETAIN_FIRST));
        made.retainLast = orUnset(options.find(MockComponent.RETAIN_LAST));
        limit(made);
        return made;
    }

    private static int orUnset(@Nullable Integer value) {
        return value == null ? Expected.ANY : value;
    }

    /** The mock of that URI. */
    public static MockEndpoint resolve(RoutingContext context, String uri) {
        return context.getEndpoint(uri, MockEndpoint.class);
    }

    /** Forgets what was received, what was expected and what was set; what the URI says counts again. */
    public void reset() {
        state = newState();
    }

    /** Resets all mocks of the context. */
    public static void resetMocks(RoutingContext context) {
        for (MockEndpoint each : mocksOf(context)) {
            each.reset();
        }
    }

    private static MockEndpoint[] mocksOf(RoutingContext context) {
        return context.getEndpoints().stream()
                .filter(MockEndpoint.class::isInstance)
                .toArray(MockEndpoint[]::new);
    }

    // ---- how many

    /** So many, neither fewer nor more; -1 when any number will do. */
    public void expectedMessageCount(int count) {
        state.expected.count = checked("expectedMessageCount", count);
    }

    /** The same as {@link #expectedMessageCount}. */
    public void setExpectedMessageCount(int count) {
        expectedMessageCount(count);
    }

    /** So many or more. */
    public void expectedMinimumMessageCount(int count) {
        state.expected.minimum = checked("expectedMinimumMessageCount", count);
    }

    private int checked(String what, int value) {
        if (value < Expected.ANY) {
            throw new IllegalArgumentException(
                    this + ": " + what + " must be 0 or more, or -1 to leave it open, not " + value);
        }
        return value;
    }

    // ---- which

    /** These bodies and no others, in this order. Each is compared after conversion to the type of the expected one. */
    public void expectedBodiesReceived(@Nullable Object... bodies) {
        expectedBodiesReceived(Arrays.asList(bodies.clone()));
    }

    /** See {@link #expectedBodiesReceived(Object...)}. */
    public void expectedBodiesReceived(List<? extends @Nullable Object> bodies) {
        expectAll(bodies.size());
        expect(new Expectations.Bodies(copy(bodies)));
    }

    /** These bodies and no others, in whatever order. */
    public void expectedBodiesReceivedInAnyOrder(@Nullable Object... bodies) {
        expectedBodiesReceivedInAnyOrder(Arrays.asList(bodies.clone()));
    }

    /** See {@link #expectedBodiesReceivedInAnyOrder(Object...)}. */
    public void expectedBodiesReceivedInAnyOrder(List<? extends @Nullable Object> bodies) {
        expectAll(bodies.size());
        expect(new Expectations.InAnyOrder("body", Exchange::getBody, copy(bodies)));
    }

    /** Each message has that header; there must be one message at least. Null also stands for an absent header. */
    public void expectedHeaderReceived(String name, @Nullable Object value) {
        expectSome();
        allMessages().header(name).isEqualTo(value);
    }

    /** These values of that header, one for each message, in whatever order. */
    public void expectedHeaderValuesReceivedInAnyOrder(String name, @Nullable Object... values) {
        expectedHeaderValuesReceivedInAnyOrder(name, Arrays.asList(values.clone()));
    }

    /** See {@link #expectedHeaderValuesReceivedInAnyOrder(String, Object...)}. */
    public void expectedHeaderValuesReceivedInAnyOrder(String name, List<? extends @Nullable Object> values) {
        expectAll(values.size());
        expect(new Expectations.InAnyOrder("header " + name, exchange -> exchange.getHeader(name), copy(values)));
    }

    /** Each message has that property; there must be one message at least. */
    public void expectedPropertyReceived(String name, @Nullable Object value) {
        expectSome();
        allMessages().exchangeProperty(name).isEqualTo(value);
    }

    /** The first message matches the first predicate, and so on; there must be as many messages as predicates. */
    public void expectedMessagesMatches(Predicate... predicates) {
        for (int i = 0; i < predicates.length; i++) {
            message(i).predicate(predicates[i]);
        }
    }

    /** The values grow from message to message, or stay as they are. */
    public void expectsAscending(Expression value) {
        expect(new Expectations.Sorted(value, true));
    }

    /** The values shrink from message to message, or stay as they are. */
    public void expectsDescending(Expression value) {
        expect(new Expectations.Sorted(value, false));
    }

    /** No two messages have the same value. */
    public void expectsNoDuplicates(Expression value) {
        expect(new Expectations.NoDuplicates(value));
    }

    /** Something else that is checked when all messages have come: what it throws as an assertion error is a failure. */
    public void expects(Runnable test) {
        state.expected.add(test);
    }

    /** For what is expected of the message of that index, from 0, which must come. */
    public AssertionClause message(int index) {
        if (index < 0) {
            throw new IllegalArgumentException(
                    this + ": messages are numbered from 0, so there is no message " + index);
        }
        return new AssertionClause(this, index);
    }

    /** For what is expected of each message, if any comes. */
    public AssertionClause allMessages() {
        return new AssertionClause(this, Expectations.EACH);
    }

    void expect(Expectation expectation) {
        state.expected.add(expectation);
    }

    /** So many messages, all of which are looked at in the end. */
    private void expectAll(int count) {
        expectedMessageCount(count);
        State current = state;
        current.keptByDefault = Math.max(current.keptByDefault, count);
        limit(current);
    }

    private void expectSome() {
        Expected expected = state.expected;
        if (expected.minimum == Expected.ANY && expected.count <= 0) {
            expected.minimum = 1;
        }
    }

    private static List<@Nullable Object> copy(List<? extends @Nullable Object> values) {
        return Arrays.asList(values.toArray());
    }

    // ---- what is kept, and for how long is waited

    /** How many of the first messages are kept; -1 for the default. Messages that come later are subject to it. */
    public void setRetainFirst(int count) {
        state.retainFirst = checked("retainFirst", count);
        limit(state);
    }

    /** How many of the last messages are kept; -1 for none. */
    public void setRetainLast(int count) {
        state.retainLast = checked("retainLast", count);
        limit(state);
    }

    private static void limit(State state) {
        int unsaid = state.retainLast >= 0 ? 0 : state.keptByDefault;
        state.arrivals.keep(state.retainFirst >= 0 ? state.retainFirst : unsaid, Math.max(0, state.retainLast));
    }

    /** How long an assertion waits for the messages that are expected; 0 for the 10 seconds that are the default. */
    public void setResultWaitTime(long millis) {
        state.resultWaitMillis = millis > 0
                ? millis
                : options.get(MockComponent.RESULT_WAIT_TIME).toMillis();
    }

    /** The messages must not all have come before that. */
    public void setResultMinimumWaitTime(long millis) {
        state.expected.minimumWaitMillis = millis;
    }

    /** How long what was expected must go on to be true, for messages that come too many or too late. */
    public void setAssertPeriod(long millis) {
        state.expected.assertPeriodMillis = millis;
    }

    /** Whether an assertion fails with the first message that is wrong (the default), or when all have come. */
    public void setFailFast(boolean failFast) {
        state.expected.failFast = failFast;
    }

    // ---- assertions

    /** Waits for what is expected and fails if it does not come, or something else does. */
    public void assertIsSatisfied() throws InterruptedException {
        assertIsSatisfied(0);
    }

    /**
     * The same.
     *
     * @param timeoutForEmptyEndpoints how long to wait, in milliseconds, that no message comes where none is expected
     */
    public void assertIsSatisfied(long timeoutForEmptyEndpoints) throws InterruptedException {
        state.expected.check(state.resultWaitMillis, timeoutForEmptyEndpoints);
    }

    /** Fails if all that was expected comes. */
    public void assertIsNotSatisfied() throws InterruptedException {
        assertIsNotSatisfied(0);
    }

    /** The same; for the parameter see {@link #assertIsSatisfied(long)}. */
    public void assertIsNotSatisfied(long timeoutForEmptyEndpoints) throws InterruptedException {
        if (isSatisfied(timeoutForEmptyEndpoints)) {
            state.expected.fail("expected that it is not satisfied, but it is", null);
        }
    }

    private boolean isSatisfied(long timeoutForEmptyEndpoints) throws InterruptedException {
        try {
            assertIsSatisfied(timeoutForEmptyEndpoints);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    /** All mocks of the context are satisfied. */
    public static void assertIsSatisfied(RoutingContext context) throws InterruptedException {
        assertIsSatisfied(mocksOf(context));
    }

    /** All mocks of the context are satisfied; none waits for longer than that. */
    public static void assertIsSatisfied(RoutingContext context, long timeout, TimeUnit unit)
            throws InterruptedException {
        assertIsSatisfied(timeout, unit, mocksOf(context));
    }

    /** All these are satisfied. */
    public static void assertIsSatisfied(MockEndpoint... mocks) throws InterruptedException {
        for (MockEndpoint each : mocks) {
            each.assertIsSatisfied();
        }
    }

    /** All these are satisfied; all together do not wait for longer than that. */
    public static void assertIsSatisfied(long timeout, TimeUnit unit, MockEndpoint... mocks)
            throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(timeout);
        for (MockEndpoint each : mocks) {
            each.state.expected.check(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()), 0);
        }
    }

    // ---- what came

    /** Copies of the messages that were kept, as they were when they came. A snapshot. */
    public List<Exchange> getReceivedExchanges() {
        return state.arrivals.snapshot().all();
    }

    /** The same as {@link #getReceivedExchanges}. */
    public List<Exchange> getExchanges() {
        return getReceivedExchanges();
    }

    /** How many messages came, kept or not. */
    public int getReceivedCounter() {
        return (int) Math.min(Integer.MAX_VALUE, state.arrivals.received());
    }

    // ---- what the mock does with a message

    /** Runs with each message that has no processor of its own; what it throws fails the exchange. */
    public void whenAnyExchangeReceived(Processor processor) {
        state.anyProcessor = processor;
    }

    /** Runs with the n-th message alone, counted from 1. */
    public void whenExchangeReceived(int n, Processor processor) {
        if (n < 1) {
            throw new IllegalArgumentException(this + ": the first exchange received is number 1, not " + n);
        }
        state.processors.put((long) n, processor);
    }

    /** Sets the body of each message. */
    public void returnReplyBody(Expression body) {
        state.replies.add(exchange -> exchange.setBody(body.evaluate(exchange)));
    }

    /** Sets a header of each message. */
    public void returnReplyHeader(String name, Expression value) {
        state.replies.add(exchange -> exchange.setHeader(name, value.evaluate(exchange)));
    }

    private void receive(Exchange exchange) throws Exception {
        State current = state;
        long index = current.arrivals.receive(exchange);
        String wrong = null;
        try {
            wrong = current.expected.complaintAbout(index, exchange);
            Processor own = current.processors.isEmpty() ? null : current.processors.get(index + 1);
            Processor processor = own != null ? own : current.anyProcessor;
            if (processor != null) {
                processor.process(exchange);
            }
            if (!current.replies.isEmpty()) {
                for (Processor reply : current.replies) {
                    reply.process(exchange);
                }
            }
        } finally {
            current.arrivals.handled(wrong);
        }
    }

    // ---- endpoint

    @Override
    public Producer createProducer() {
        return new MockProducer();
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                "Nothing comes from " + this + ": a route can send to a mock, not start from it");
    }

    private final class MockProducer implements Producer {
        @Override
        public Endpoint getEndpoint() {
            return MockEndpoint.this;
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            receive(exchange);
        }
    }
}
