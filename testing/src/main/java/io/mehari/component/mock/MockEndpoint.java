package io.mehari.component.mock;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.builder.ExpressionClause;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint for tests: it keeps copies of the messages that it receives and compares them with expectations.
 *
 * <pre>{@code
 * MockEndpoint mock = MockEndpoint.resolve(context, "mock:result");
 * mock.expectedBodiesReceived("a", "b");
 * mock.message(0).header("type").isEqualTo("express");
 * // send
 * mock.assertIsSatisfied();
 * }</pre>
 *
 * <p>Messages may come from many threads. They are numbered from 0 in their order of arrival. The headers and
 * properties of a message are kept as they were; the body is the same object. By default the first 100,000 messages are
 * kept, and further ones are only counted.
 */
public final class MockEndpoint extends Endpoint {
    /*
     * reset() replaces the whole state. A message that is in flight during a reset counts in the former state.
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

        State(MockEndpoint mock) {
            expected = new Expected(mock.toString(), arrivals, mock::elsewhere);
        }
    }

    MockEndpoint(RoutingContext context, String uri, EndpointOptions options) {
        super(context, uri);
        this.options = options;
        this.state = newState();
    }

    private State newState() {
        State made = new State(this);
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

    /** The mock endpoint with this URI. */
    public static MockEndpoint resolve(RoutingContext context, String uri) {
        return context.getEndpoint(uri, MockEndpoint.class);
    }

    /** Clears received messages, expectations and settings; the options of the URI apply again. */
    public void reset() {
        state = newState();
    }

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

    // ---- number of messages

    /** Expects exactly this many messages; -1 for any number. */
    public void expectedMessageCount(int count) {
        state.expected.count = checked("expectedMessageCount", count);
    }

    /** Same as {@link #expectedMessageCount}. */
    public void setExpectedMessageCount(int count) {
        expectedMessageCount(count);
    }

    /** Expects this many messages or more. */
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

    // ---- contents of messages

    /** Expects exactly these bodies, in this order. An actual body is converted to the type of the expected one. */
    public void expectedBodiesReceived(@Nullable Object... bodies) {
        expectedBodiesReceived(Arrays.asList(bodies.clone()));
    }

    /** See {@link #expectedBodiesReceived(Object...)}. */
    public void expectedBodiesReceived(List<? extends @Nullable Object> bodies) {
        expectAll(bodies.size());
        state.expected.replace(new Expectations.Bodies(copy(bodies)));
    }

    /** Expects exactly these bodies, in any order. */
    public void expectedBodiesReceivedInAnyOrder(@Nullable Object... bodies) {
        expectedBodiesReceivedInAnyOrder(Arrays.asList(bodies.clone()));
    }

    /** See {@link #expectedBodiesReceivedInAnyOrder(Object...)}. */
    public void expectedBodiesReceivedInAnyOrder(List<? extends @Nullable Object> bodies) {
        expectAll(bodies.size());
        expect(new Expectations.InAnyOrder("body", Exchange::getBody, copy(bodies)));
    }

    /** Expects at least one message, and this header in each message. Null also matches an absent header. */
    public void expectedHeaderReceived(String name, @Nullable Object value) {
        expectSome();
        allMessages().header(name).isEqualTo(value);
    }

    /** Expects exactly these values of the header, one for each message, in any order. */
    public void expectedHeaderValuesReceivedInAnyOrder(String name, @Nullable Object... values) {
        expectedHeaderValuesReceivedInAnyOrder(name, Arrays.asList(values.clone()));
    }

    /** See {@link #expectedHeaderValuesReceivedInAnyOrder(String, Object...)}. */
    public void expectedHeaderValuesReceivedInAnyOrder(String name, List<? extends @Nullable Object> values) {
        expectAll(values.size());
        expect(new Expectations.InAnyOrder("header " + name, exchange -> exchange.getHeader(name), copy(values)));
    }

    /** Expects at least one message, and this property in each message. */
    public void expectedPropertyReceived(String name, @Nullable Object value) {
        expectSome();
        allMessages().exchangeProperty(name).isEqualTo(value);
    }

    /**
     * Expects the first message to match the first predicate, and so on; there must be at least as many messages as
     * predicates.
     */
    public void expectedMessagesMatches(Predicate... predicates) {
        for (int i = 0; i < predicates.length; i++) {
            message(i).predicate(predicates[i]);
        }
    }

    /** Expects values in ascending order; equal neighbours are allowed. */
    public void expectsAscending(Expression value) {
        expect(new Expectations.Ascending(value));
    }

    /** Expects the value that follows in ascending order: {@code expectsAscending().header("id")}. */
    public ExpressionClause<MockEndpoint> expectsAscending() {
        return new ExpressionClause<>(value -> {
            expectsAscending(value);
            return this;
        });
    }

    public void expectsNoDuplicates(Expression value) {
        expect(new Expectations.NoDuplicates(value));
    }

    /** Adds a check that runs when all messages have come; it fails by throwing an assertion error. */
    public void expects(Runnable test) {
        state.expected.add(test);
    }

    /** Starts an expectation for the message with this index, from 0, which must come. */
    public AssertionClause message(int index) {
        if (index < 0) {
            throw new IllegalArgumentException(
                    this + ": messages are numbered from 0, so there is no message " + index);
        }
        return new AssertionClause(this, index);
    }

    /** Starts an expectation for each message, if any comes. */
    public AssertionClause allMessages() {
        return new AssertionClause(this, Expectations.EACH);
    }

    void begin(MockValueBuilder value) {
        state.expected.unfinished.add(value);
    }

    void finished(MockValueBuilder value) {
        state.expected.unfinished.removeIf(each -> each == value);
    }

    void expect(Expectation expectation) {
        state.expected.add(expectation);
    }

    /** Expects exactly this many messages, and the further expectations for each of them. */
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

    // ---- limits and waiting times

    /** The number of first messages to keep; -1 for the default. Applies to messages that come later. */
    public void setRetainFirst(int count) {
        state.retainFirst = checked("retainFirst", count);
        limit(state);
    }

    /** The number of last messages to keep; -1 for none. */
    public void setRetainLast(int count) {
        state.retainLast = checked("retainLast", count);
        limit(state);
    }

    private static void limit(State state) {
        int unsaid = state.retainLast >= 0 ? 0 : state.keptByDefault;
        state.arrivals.keep(state.retainFirst >= 0 ? state.retainFirst : unsaid, Math.max(0, state.retainLast));
    }

    /** How long an assertion waits for the expected messages; 0 for the default of 10 seconds. */
    public void setResultWaitTime(long millis) {
        state.resultWaitMillis = millis > 0
                ? millis
                : options.get(MockComponent.RESULT_WAIT_TIME).toMillis();
    }

    /** The minimum time until all messages have come. */
    public void setResultMinimumWaitTime(long millis) {
        state.expected.minimumWaitMillis = millis;
    }

    /** How long the expectations must stay true after they were met, to detect surplus messages. */
    public void setAssertPeriod(long millis) {
        state.expected.assertPeriodMillis = millis;
    }

    /** Whether an assertion fails at the first wrong message (the default), or only when all have come. */
    public void setFailFast(boolean failFast) {
        state.expected.failFast = failFast;
    }

    // ---- assertions

    /** Waits for the expected messages, and fails if they do not come or if others come. */
    public void assertIsSatisfied() throws InterruptedException {
        assertIsSatisfied(0);
    }

    /**
     * Waits for the expected messages, and fails if they do not come or if others come.
     *
     * @param timeoutForEmptyEndpoints how long to wait, in milliseconds, if no message is expected
     */
    public void assertIsSatisfied(long timeoutForEmptyEndpoints) throws InterruptedException {
        warnUnlessAny(toString(), this);
        state.expected.check(state.resultWaitMillis, timeoutForEmptyEndpoints);
    }

    /** Waits until as many messages have come as are expected; false if the time is up before. */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        return state.expected.awaitNeeded(unit.toMillis(timeout));
    }

    /** Fails if all expectations are met. */
    public void assertIsNotSatisfied() throws InterruptedException {
        assertIsNotSatisfied(0);
    }

    /** Fails if all expectations are met. For the parameter see {@link #assertIsSatisfied(long)}. */
    public void assertIsNotSatisfied(long timeoutForEmptyEndpoints) throws InterruptedException {
        if (isSatisfied(timeoutForEmptyEndpoints)) {
            state.expected.fail("expected the mock not to be satisfied, but it is", null);
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

    /** Asserts that all mocks of the context are satisfied. */
    public static void assertIsSatisfied(RoutingContext context) throws InterruptedException {
        MockEndpoint[] mocks = mocksOf(context);
        warnUnlessAny("Context " + context.getName(), mocks);
        for (MockEndpoint each : mocks) {
            each.state.expected.check(each.state.resultWaitMillis, 0);
        }
    }

    /** Asserts that all mocks of the context are satisfied; each waits no longer than the timeout. */
    public static void assertIsSatisfied(RoutingContext context, long timeout, TimeUnit unit)
            throws InterruptedException {
        MockEndpoint[] mocks = mocksOf(context);
        warnUnlessAny("Context " + context.getName(), mocks);
        assertIsSatisfied(timeout, unit, mocks);
    }

    /** Asserts that all these mocks are satisfied. */
    public static void assertIsSatisfied(MockEndpoint... mocks) throws InterruptedException {
        for (MockEndpoint each : mocks) {
            each.assertIsSatisfied();
        }
    }

    /** Asserts that all these mocks are satisfied; together they wait no longer than the timeout. */
    public static void assertIsSatisfied(long timeout, TimeUnit unit, MockEndpoint... mocks)
            throws InterruptedException {
        long end = Threading.nanoTime() + unit.toNanos(timeout);
        for (MockEndpoint each : mocks) {
            each.state.expected.check(TimeUnit.NANOSECONDS.toMillis(end - Threading.nanoTime()), 0);
        }
    }

    private static void warnUnlessAny(String where, MockEndpoint... mocks) {
        if (Arrays.stream(mocks).noneMatch(each -> each.state.expected.isAny())) {
            Log.warn(
                    Log.endpoint("mock"),
                    where + ": an assertion of mocks that expect nothing is always true; before the messages are sent,"
                            + " say what must come, as in expectedMessageCount(1)");
        }
    }

    /** The other mocks of the context that got something. */
    private String elsewhere() {
        String others = Arrays.stream(mocksOf(getContext()))
                .filter(each -> each != this && each.state.arrivals.received() > 0)
                .map(each -> each + " received " + each.state.arrivals.received())
                .limit(10)
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "; " + others;
    }

    /** What has come to each mock of the context so far, and what has not, in few lines and without waiting. */
    public static String report(RoutingContext context) {
        List<String> lines = Arrays.stream(mocksOf(context))
                .map(each -> each.state.expected.soFar())
                .sorted(Comparator.comparing((String each) -> !each.contains(Expected.NOT_SATISFIED))
                        .thenComparing(each -> each))
                .toList();
        return lines.isEmpty() ? "There are no mocks." : String.join(System.lineSeparator(), lines);
    }

    // ---- received messages

    /** A snapshot of the kept messages: copies, as they were when they came. */
    public List<Exchange> getReceivedExchanges() {
        return state.arrivals.snapshot().all();
    }

    /** Same as {@link #getReceivedExchanges}. */
    public List<Exchange> getExchanges() {
        return getReceivedExchanges();
    }

    /** The number of received messages, kept or not. */
    public int getReceivedCounter() {
        return (int) Math.min(Integer.MAX_VALUE, state.arrivals.received());
    }

    // ---- processing of messages

    /** Runs for each message that has no processor of its own. If it throws, the exchange fails. */
    public void whenAnyExchangeReceived(Processor processor) {
        state.anyProcessor = processor;
    }

    /** Runs only for the n-th message, counted from 1. */
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
                this + " sends no messages: a route can send to a mock, not start from it");
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
