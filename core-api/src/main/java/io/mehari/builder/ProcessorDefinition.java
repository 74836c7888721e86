package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import io.mehari.spi.DataFormat;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.internal.Values;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps. Each method adds a step at the end. Methods that open a block ({@code choice}, {@code filter},
 * {@code split}, ...) return the block, and further steps are added to it until {@link #end()}. A block without {@code
 * end()} ends with the route. A step that takes a value can be called without it: the value comes after it, as in
 * {@code setBody().constant("x")}.
 *
 * @param <T> the type of this definition
 */
public abstract class ProcessorDefinition<T extends ProcessorDefinition<T>> extends BlockDefinition<T> {

    /** A block, or a whole route. */
    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent) {
        this(parent, true);
    }

    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent, boolean block) {
        super(parent, block);
    }

    // ---- steps without a block

    public final T process(Processor processor) {
        return add(new Node.Call(given(processor, "process", "processor", Arguments.PROCESSOR)));
    }

    /**
     * Calls the processor with this name in the registry; {@code #bean:name} means the same. {@code #class:name}
     * creates an object of a class that has a public constructor without parameters.
     *
     * <p>If there is no such processor, the route is refused. The route does not start a processor that is a {@code
     * Service}.
     */
    public final T process(String name) {
        Arguments.check(name, "process", "name", "the name of a Processor in the registry");
        return add(new Node.CallNamed(text(name)));
    }

    /**
     * Calls a public method of a bean. Its result becomes the body, unless it is void; what it throws is the failure of
     * the step. It is found when the route is described, or when the route starts if the bean is named. Needs {@code
     * mehari-simple}.
     *
     * <p>A parameter of type {@code Exchange}, {@code Message} or {@code RoutingContext} is that object. Others have an
     * annotation, such as {@link io.mehari.Header} or {@link io.mehari.ExchangeProperty}. One may have none, or {@link
     * io.mehari.Body}: it is the body.
     *
     * @param bean an object; a class, of which this step creates one object by its public constructor without
     *     parameters, unless the method is static; or the name of an object in the registry
     * @param method the name of the method, followed by the types of its parameters if it has overloads: {@code
     *     price(String,int)}
     * @throws IllegalArgumentException if there is no such method, if there are several, or if it cannot be called
     */
    public final T bean(Object bean, String method) {
        return addBean(bean, Arguments.check(method, "bean", "method", Arguments.METHOD));
    }

    /**
     * Like {@link #bean(Object, String)}, with the method that is marked by {@link io.mehari.Handler}, or else the only
     * public method that the class has beside those of {@code Object}.
     */
    public final T bean(Object bean) {
        return addBean(bean, null);
    }

    private T addBean(Object bean, @Nullable String method) {
        Arguments.check(bean, "bean", "bean", Arguments.BEAN);
        Object called = bean instanceof String name ? text(name) : Values.CORE.method("bean", bean, method);
        services.add(called);
        return add(new Node.Bean(called, method));
    }

    /** Sends to an endpoint. A URI of several lines, such as a text block, counts as one line. */
    public final T to(String uri) {
        return add(new Node.To(Arguments.onOneLine(uri, "to"), null, null));
    }

    public final T to(Endpoint endpoint) {
        return add(new Node.To(null, Arguments.check(endpoint, "to", "endpoint", Arguments.URI), null));
    }

    /** Sends to the URI that {@link String#format(String, Object...)} returns. */
    public final T toF(String uri, @Nullable Object... args) {
        return to(Arguments.format("toF", "uri", uri, args));
    }

    /** Sends with this pattern. Afterwards the exchange has its own pattern again. */
    public final T to(ExchangePattern pattern, String uri) {
        Arguments.check(pattern, "to", "pattern", Arguments.EXCHANGE_PATTERN);
        return add(new Node.To(Arguments.onOneLine(uri, "to"), null, pattern));
    }

    /** Sends to several endpoints, one after the other. */
    public final T to(String... uris) {
        Arguments.checkAll(uris, "to", "uris", Arguments.URI);
        for (String uri : uris) {
            to(uri);
        }
        return self();
    }

    /** Groups steps, which run in order. Within a {@code multicast()} they are one branch. */
    public final PipelineDefinition pipeline() {
        return open(new PipelineDefinition(self(), null));
    }

    /** Groups steps under an id, which error messages and the events of steps contain. */
    public final PipelineDefinition step(String id) {
        return open(new PipelineDefinition(self(), text(Arguments.check(id, "step", "id", "a name"))));
    }

    public final T setBody(Expression value) {
        return add(new Node.SetBody(given(value, "setBody", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setBody() {
        return new ExpressionClause<>(this::setBody);
    }

    /** Same as {@link #setBody}. */
    public final T transform(Expression value) {
        return setBody(given(value, "transform", "value", Arguments.EXPRESSION));
    }

    /** Same as {@link #setBody()}. */
    public final ExpressionClause<T> transform() {
        return setBody();
    }

    public final T setHeader(String name, Expression value) {
        String header = name(name, "setHeader");
        return add(new Node.SetHeader(header, given(value, "setHeader", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setHeader(String name) {
        Arguments.check(name, "setHeader", "name", Arguments.NAME);
        return new ExpressionClause<>(value -> setHeader(name, value));
    }

    public final T setProperty(String name, Expression value) {
        String property = name(name, "setProperty");
        return add(new Node.SetProperty(property, given(value, "setProperty", "value", Arguments.EXPRESSION)));
    }

    public final ExpressionClause<T> setProperty(String name) {
        Arguments.check(name, "setProperty", "name", Arguments.NAME);
        return new ExpressionClause<>(value -> setProperty(name, value));
    }

    public final T removeHeader(String name) {
        String header = name(name, "removeHeader");
        return own("removeHeader", null, exchange -> exchange.removeHeader(header));
    }

    /** See {@link io.mehari.Message#removeHeaders(String, String...)} for patterns. */
    public final T removeHeaders(String pattern, String... excludePatterns) {
        Arguments.check(pattern, "removeHeaders", "pattern", Arguments.PATTERN);
        String from = text(pattern);
        String[] excluded = texts("removeHeaders", excludePatterns);
        return own("removeHeaders", null, exchange -> exchange.removeHeaders(from, excluded));
    }

    private T own(String step, @Nullable String of, Processor processor) {
        return add(new Node.Own(step, of, processor));
    }

    private String[] texts(String method, String... patterns) {
        Arguments.checkAll(patterns, method, "excludePatterns", Arguments.PATTERN);
        return Arrays.stream(patterns).map(this::text).toArray(String[]::new);
    }

    public final T removeProperties(String pattern, String... excludePatterns) {
        Arguments.check(pattern, "removeProperties", "pattern", Arguments.PATTERN);
        String from = text(pattern);
        String[] excluded = texts("removeProperties", excludePatterns);
        return own("removeProperties", null, exchange -> exchange.removeProperties(from, excluded));
    }

    public final T removeProperty(String name) {
        String property = name(name, "removeProperty");
        return process(exchange -> exchange.removeProperty(property));
    }

    public final T convertBodyTo(Class<?> type) {
        Arguments.check(type, "convertBodyTo", "type", Arguments.CLASS);
        return own("convertBodyTo", type.getTypeName(), exchange -> {
            if (exchange.getBody() != null) {
                exchange.setBody(exchange.getMandatoryBody(type));
            }
        });
    }

    /** Writes the body as bytes, which become the body. A message without a body fails. */
    public final T marshal(DataFormat format) {
        given(format, "marshal", "format", "a DataFormat");
        return process(exchange -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            format.marshal(exchange, exchange.getMandatoryBody(Object.class), bytes);
            exchange.setBody(bytes.toByteArray());
        });
    }

    /** Reads an object from the bytes of the body; the object becomes the body. A message without a body fails. */
    public final T unmarshal(DataFormat format) {
        given(format, "unmarshal", "format", "a DataFormat");
        return process(exchange -> {
            try (InputStream bytes = exchange.getMandatoryBody(InputStream.class)) {
                exchange.setBody(format.unmarshal(exchange, bytes));
            }
        });
    }

    /**
     * Logs the text. {@code ${body}}, {@code ${header.name}}, {@code ${exchangeId}} and others are replaced; their
     * values are written on one line, with control characters escaped as in {@code \\n}, and cut after 10,000
     * characters.
     */
    public final T log(String text) {
        return log(System.Logger.Level.INFO, text);
    }

    public final T log(System.Logger.Level level, String text) {
        return addLog(level, null, text);
    }

    /** Logs the text with the logger of this name. */
    public final T log(System.Logger.Level level, String logName, String text) {
        return addLog(level, text(Arguments.check(logName, "log", "logName", "the name of a logger")), text);
    }

    private T addLog(System.Logger.Level level, @Nullable String logName, String text) {
        Arguments.check(level, "log", "level", "a level, such as INFO");
        Arguments.check(text, "log", "text", Arguments.TEXT);
        Expression value = Values.CORE.log(text);
        checkLate(value);
        return add(new Node.Log(value, level, logName));
    }

    public final T setExchangePattern(ExchangePattern pattern) {
        Arguments.check(pattern, "setExchangePattern", "pattern", Arguments.EXCHANGE_PATTERN);
        return own("setExchangePattern", null, exchange -> exchange.setPattern(pattern));
    }

    public final T throwException(Exception exception) {
        Arguments.check(exception, "throwException", "exception", "the exception to throw");
        return own("throwException", null, exchange -> {
            throw exception;
        });
    }

    /**
     * Throws a new exception of this type for each message.
     *
     * @param message a text, which may have placeholders; null if the constructor takes no text
     */
    public final T throwException(Class<? extends Exception> type, @Nullable String message) {
        Arguments.check(type, "throwException", "type", "a class, such as IOException.class");
        Expression text = message == null ? null : Values.CORE.simple(text(message));
        try {
            Constructor<? extends Exception> made =
                    text == null ? type.getConstructor() : type.getConstructor(String.class);
            return process(exchange -> {
                throw text == null ? made.newInstance() : made.newInstance(text.evaluate(exchange, String.class));
            });
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(
                    "throwException(" + type.getSimpleName() + ".class, message): the class has no public constructor "
                            + (text == null ? "without arguments" : "with a text") + "; throw it by a processor",
                    e);
        }
    }

    /**
     * Marks the exchange for rollback and fails it. A {@code doCatch} runs its steps for this failure, but the exchange
     * still fails after them.
     */
    public final T rollback(String message) {
        Arguments.check(message, "rollback", "message", "a text, or call markRollbackOnly() instead");
        return add(new Node.Rollback(text(message)));
    }

    /** Marks the exchange for rollback and ends the route, without a failure. */
    public final T markRollbackOnly() {
        return add(new Node.Rollback(null));
    }

    /** Ends the route here, and the routes that called it or wait for its reply. */
    public final T stop() {
        return own("stop", null, exchange -> exchange.setRouteStop(true));
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
        return open(new WireTapDefinition(self(), Arguments.template(template, "wireTap"), null));
    }

    /** Sends a copy of the message to the endpoint without waiting for it. */
    public final WireTapDefinition wireTap(Endpoint endpoint) {
        Arguments.check(endpoint, "wireTap", "endpoint", Arguments.URI);
        return open(new WireTapDefinition(self(), endpoint.getEndpointUri(), endpoint));
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
