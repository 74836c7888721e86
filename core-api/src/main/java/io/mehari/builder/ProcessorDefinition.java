package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import io.mehari.spi.IdempotentRepository;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps. Each method adds a step at the end. Methods that open a block ({@code choice}, {@code filter},
 * {@code split}, ...) return the block, and further steps are added to it until {@link #end()}. A block without {@code
 * end()} ends with the route. A step that takes a value can be called without it: the value comes after it, as in
 * {@code setBody().constant("x")}.
 *
 * @param <T> the type of this definition
 */
public abstract class ProcessorDefinition<T extends ProcessorDefinition<T>> extends StepsDefinition<T> {

    /** A block, or a whole route. */
    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent) {
        this(parent, true);
    }

    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent, boolean block) {
        super(parent, block);
    }

    // ---- blocks

    public final FilterDefinition filter(Predicate predicate) {
        return open(new FilterDefinition(self(), given(predicate, "filter", "predicate", Arguments.PREDICATE)));
    }

    public final ExpressionClause<FilterDefinition> filter() {
        return new ExpressionClause<>(this::filter);
    }

    public final ChoiceDefinition choice() {
        return open(new ChoiceDefinition(self()));
    }

    /** Repeats the block this many times. */
    public final LoopDefinition loop(int count) {
        Arguments.atLeast(0, count, "loop");
        return loop(exchange -> count);
    }

    public final LoopDefinition loop(Expression count) {
        given(count, "loop", "count", "a number, an Expression for one, or a Predicate");
        return open(new LoopDefinition(self(), count, null));
    }

    public final ExpressionClause<LoopDefinition> loop() {
        return new ExpressionClause<>(this::loop);
    }

    /** Repeats the block while the predicate matches. */
    public final LoopDefinition loopDoWhile(Predicate predicate) {
        given(predicate, "loopDoWhile", "predicate", Arguments.PREDICATE);
        return open(new LoopDefinition(self(), null, predicate));
    }

    public final TryDefinition doTry() {
        return open(new TryDefinition(self()));
    }

    /**
     * Runs the block once for each part of the value: for each element of a collection, an array, an iterator or a
     * stream (which is closed at the end), for each entry of a map, for each piece of a text between commas, or once
     * for any other value.
     */
    public final SplitDefinition split(Expression parts) {
        return open(new SplitDefinition(self(), given(parts, "split", "parts", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<SplitDefinition> split() {
        return new ExpressionClause<>(this::split);
    }

    public final SplitDefinition split(Expression parts, AggregationStrategy strategy) {
        return split(parts).aggregationStrategy(given(strategy, "split", "strategy", Arguments.STRATEGY));
    }

    /** Runs each step of the block with a copy of the message. */
    public final MulticastDefinition multicast() {
        return open(new MulticastDefinition(self()));
    }

    public final MulticastDefinition multicast(AggregationStrategy strategy) {
        return multicast().aggregationStrategy(given(strategy, "multicast", "strategy", Arguments.STRATEGY));
    }

    // ---- endpoints

    /** Sends a copy to each recipient that the expression gives: endpoints or URIs, in a list, an array or a text. */
    public final RecipientListDefinition recipientList(Expression recipients) {
        given(recipients, "recipientList", "recipients", Arguments.EXPRESSION);
        return open(new RecipientListDefinition(self(), recipients));
    }

    public final ExpressionClause<RecipientListDefinition> recipientList() {
        return new ExpressionClause<>(this::recipientList);
    }

    /**
     * Sends to a URI that has placeholders such as {@code ${header.name}}, which are values there. If one is the
     * scheme, the host or the port, the route must say what it may be; see {@link #toD()}.
     */
    public final T toD(String template) {
        return add(new Node.DynamicTo(Arguments.template(template, "toD"), null));
    }

    /** Like {@link #toD(String)}, with the schemes that are allowed. */
    public final DynamicToDefinition toD() {
        return open(new DynamicToDefinition(self()));
    }

    /**
     * Sends a copy of the message to another endpoint without waiting for it. The URI may have placeholders such as
     * {@code ${header.name}}.
     */
    public final WireTapDefinition wireTap(String template) {
        Arguments.check(template, "wireTap", "template", "a URI, such as \"seda:audit\"");
        return open(new WireTapDefinition(self(), Arguments.template(template, "wireTap")));
    }

    /** Sends a copy of the message to the endpoint without waiting for it. */
    public final WireTapDefinition wireTap(Endpoint endpoint) {
        return open(new WireTapDefinition(self(), Arguments.check(endpoint, "wireTap", "endpoint", Arguments.URI)));
    }

    /**
     * Sends a copy of the message to the endpoint as a request, and continues with the body, headers and properties of
     * the reply.
     */
    public final T enrich(String uri) {
        return add(new Node.Enrich(Arguments.uri(uri, "enrich"), null, null, false));
    }

    /**
     * Like {@link #enrich(String)}, but the strategy merges the message and the reply; see {@link EnrichDefinition}.
     */
    public final T enrich(String uri, AggregationStrategy strategy) {
        given(strategy, "enrich", "strategy", Arguments.STRATEGY);
        return add(new Node.Enrich(Arguments.uri(uri, "enrich"), null, strategy, false));
    }

    /**
     * Sends a request to the endpoint that the expression gives. This form has options, and ends with {@link #end()}.
     */
    public final EnrichDefinition enrich(Expression uri) {
        return open(new EnrichDefinition(self(), given(uri, "enrich", "uri", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<EnrichDefinition> enrich() {
        return new ExpressionClause<>(this::enrich);
    }

    /** Receives a message from the endpoint that the expression gives. This form has options. */
    public final PollEnrichDefinition pollEnrich(Expression uri) {
        return open(new PollEnrichDefinition(self(), given(uri, "pollEnrich", "uri", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<PollEnrichDefinition> pollEnrich() {
        return new ExpressionClause<>(this::pollEnrich);
    }

    /** Waits until a message comes from the endpoint, and takes over its body and headers. */
    public final T pollEnrich(String uri) {
        return pollEnrich(uri, -1);
    }

    /**
     * Like {@link #pollEnrich(String)}, with a timeout in milliseconds: 0 does not wait, a negative timeout waits until
     * a message comes. The thread blocks.
     */
    public final T pollEnrich(String uri, long timeoutMillis) {
        return add(new Node.PollEnrich(Arguments.uri(uri, "pollEnrich"), null, timeoutMillis, null));
    }

    /**
     * Like {@link #pollEnrich(String, long)}, but the strategy merges the message and the received one, which is null
     * if none came in time. If the strategy returns null, the message stays unchanged.
     */
    public final T pollEnrich(String uri, long timeoutMillis, AggregationStrategy strategy) {
        given(strategy, "pollEnrich", "strategy", Arguments.STRATEGY);
        return add(new Node.PollEnrich(Arguments.uri(uri, "pollEnrich"), null, timeoutMillis, strategy));
    }

    // ---- time and threads

    /**
     * Delays the message by this many milliseconds. No thread waits; the route continues on a thread of the shared
     * pool.
     */
    public final DelayDefinition delay(long millis) {
        Arguments.atLeast(0, millis, "delay");
        return delay(exchange -> millis);
    }

    /**
     * Delays the message by as many milliseconds as the expression gives. Null, 0 and negative numbers mean no delay.
     */
    public final DelayDefinition delay(Expression millis) {
        return open(new DelayDefinition(self(), given(millis, "delay", "millis", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<DelayDefinition> delay() {
        return new ExpressionClause<>(this::delay);
    }

    /** Lets this many messages pass in each period, which is one second by default. */
    public final ThrottleDefinition throttle(long maximum) {
        if (maximum < 1 || maximum > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("throttle(" + maximum + ") would let no message pass: give 1 or more");
        }
        return throttle(exchange -> maximum);
    }

    public final ThrottleDefinition throttle(Expression maximum) {
        return open(new ThrottleDefinition(self(), given(maximum, "throttle", "maximum", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<ThrottleDefinition> throttle() {
        return new ExpressionClause<>(this::throttle);
    }

    /** Runs the rest of the route on a pool of 10 threads. */
    public final ThreadsDefinition threads() {
        return open(new ThreadsDefinition(self()));
    }

    /** Runs the rest of the route on a pool of this many threads. */
    public final ThreadsDefinition threads(int poolSize) {
        return threads().poolSize(poolSize);
    }

    public final ThreadsDefinition threads(int poolSize, int maxPoolSize) {
        return threads(poolSize).maxPoolSize(maxPoolSize);
    }

    // ---- checks

    /**
     * Fails with a {@link io.mehari.PredicateValidationException} if the predicate does not match.
     */
    public final T validate(Predicate predicate) {
        return add(new Node.Validate(given(predicate, "validate", "predicate", Arguments.PREDICATE)));
    }

    public final ExpressionClause<T> validate() {
        return new ExpressionClause<>(this::validate);
    }

    /** Runs the block only for messages whose key the repository does not contain yet. */
    public final IdempotentConsumerDefinition idempotentConsumer(Expression key, IdempotentRepository repository) {
        given(repository, "idempotentConsumer", "repository", Arguments.REPOSITORY);
        given(key, "idempotentConsumer", "key", Arguments.EXPRESSION);
        return open(new IdempotentConsumerDefinition(self(), key, repository));
    }

    // ---- aggregation

    /**
     * Collects messages with equal keys in a group. When the group is complete, the block runs with the merged message.
     * Each single message also continues after the block.
     */
    public final AggregateDefinition aggregate(Expression key) {
        return open(new AggregateDefinition(self(), given(key, "aggregate", "key", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<AggregateDefinition> aggregate() {
        return new ExpressionClause<>(this::aggregate);
    }

    public final AggregateDefinition aggregate(Expression key, AggregationStrategy strategy) {
        return aggregate(key).aggregationStrategy(given(strategy, "aggregate", "strategy", Arguments.STRATEGY));
    }

    public final ExpressionClause<AggregateDefinition> aggregate(AggregationStrategy strategy) {
        given(strategy, "aggregate", "strategy", Arguments.STRATEGY);
        return new ExpressionClause<>(key -> aggregate(key, strategy));
    }
}
