package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.PredicateExceptionFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps. Each method adds a step at the end. Methods that open a block ({@code choice}, {@code filter},
 * {@code split}, ...) return the block, and further steps are added to it until {@link #end()}. A block without {@code
 * end()} ends with the route.
 *
 * @param <T> the type of this definition
 */
public abstract class ProcessorDefinition<T extends ProcessorDefinition<T>> extends Clauses<T> {

    private final @Nullable ProcessorDefinition<?> parent;
    private @Nullable ProcessorDefinition<?> open;
    private @Nullable String id;

    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent) {
        this.parent = parent;
    }

    // ---- construction

    abstract T self();

    /** The list to which the next step is added. */
    abstract List<Node> steps();

    /** The whole block as one node. */
    abstract Node toNode();

    final T add(Node node) {
        closeOpenBlock();
        steps().add(node);
        return self();
    }

    /**
     * Opens a block, which is a {@code ProcessorDefinition}. Its type has no bound, because the JVM would load the
     * classes of all blocks to verify that they are within it.
     */
    final <B> B open(B block) {
        closeOpenBlock();
        open = (ProcessorDefinition<?>) block;
        return block;
    }

    final void closeOpenBlock() {
        if (open != null) {
            open.closeOpenBlock();
            open.closeInto(this);
            open = null;
        }
    }

    /** Called when this block is complete: adds it as a step to its parent. */
    void closeInto(ProcessorDefinition<?> parent) {
        Node node = toNode();
        parent.steps().add(id == null ? node : new Node.Named(id, node));
    }

    /**
     * Sets the id of the step or block before it. Error messages contain this id. Directly after {@code from} it is the
     * id of the route; directly after {@code when}, {@code otherwise}, {@code doCatch} and {@code doFinally}, it is the
     * id of the branch.
     */
    public final T id(String id) {
        Given.check(id, "id", "id", "a name");
        closeOpenBlock();
        if (steps().isEmpty()) {
            nameThis(id);
        } else {
            nameLast(id);
        }
        return self();
    }

    final void nameLast(String id) {
        List<Node> steps = steps();
        int last = steps.size() - 1;
        Node node = steps.get(last);
        steps.set(last, new Node.Named(id, node instanceof Node.Named named ? named.node() : node));
    }

    /** Called with the id of this block or route. */
    void nameThis(String id) {
        this.id = id;
    }

    /** False for a step with options: a block that follows it belongs to the block around it. */
    boolean isBlock() {
        return true;
    }

    /** What {@code end()} of a nested block returns. */
    ProcessorDefinition<?> inside() {
        return this;
    }

    // ---- ends of blocks

    /**
     * Ends this block; further steps come after it. A step with options ({@code delay}, {@code throttle}, {@code
     * threads}, {@code wireTap}, {@code recipientList}) also has an end, which returns to the block around it.
     */
    public ProcessorDefinition<?> end() {
        ProcessorDefinition<?> outer = parent;
        while (outer != null && !outer.isBlock()) {
            outer = outer.parent;
        }
        if (outer == null) {
            return this;
        }
        outer.closeOpenBlock();
        return outer.inside();
    }

    /** Returns to the choice around this block, to add another {@code when} or {@code otherwise}. */
    public final ChoiceDefinition endChoice() {
        for (ProcessorDefinition<?> block = this; block != null; block = block.parent) {
            if (block instanceof ChoiceDefinition choice) {
                choice.closeOpenBlock();
                return choice;
            }
        }
        throw new IllegalStateException("endChoice() is not inside a choice()");
    }

    /** Returns to the doTry around this block. */
    public final TryDefinition endDoTry() {
        for (ProcessorDefinition<?> block = this; block != null; block = block.parent) {
            if (block instanceof TryDefinition tried) {
                tried.closeOpenBlock();
                return tried;
            }
        }
        throw new IllegalStateException("endDoTry() is not inside a doTry()");
    }

    // ---- the next branch, when the end() of a block has returned to a choice or a doTry

    /**
     * The next branch of the choice to which {@code end()} has returned; see {@link ChoiceDefinition#when}.
     *
     * @throws IllegalStateException if this is no choice
     */
    public ChoiceDefinition when(Predicate predicate) {
        Given.check(predicate, "when", "predicate", Given.PREDICATE);
        throw misplaced("when(...)", "choice()", "endChoice()");
    }

    /**
     * The last branch of the choice to which {@code end()} has returned.
     *
     * @throws IllegalStateException if this is no choice
     */
    public ChoiceDefinition otherwise() {
        throw misplaced("otherwise()", "choice()", "endChoice()");
    }

    /**
     * The next branch of the {@code doTry} to which {@code end()} has returned: steps for failures of these types. The
     * exception is in {@code Exchange.EXCEPTION_CAUGHT}.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final TryDefinition doCatch(Class<? extends Throwable>... exceptions) {
        Given.checkAll(exceptions, "doCatch", "exceptions", "a class, such as IOException.class");
        return tried("doCatch(...)").addCatch(List.of(exceptions));
    }

    /** The last branch of the {@code doTry} to which {@code end()} has returned: steps that always run. */
    public final TryDefinition doFinally() {
        return tried("doFinally()").addFinally();
    }

    // ---- clauses of a route, also when the end() of another clause has returned to it

    /**
     * How this route handles failures of these types, in all its steps, wherever the clause stands. Add steps to it;
     * {@code end()} returns to the route.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final OnExceptionDefinition onException(Class<? extends Throwable>... types) {
        Given.checkAll(types, "onException", "types", "a class, such as IOException.class");
        return route("onException(...)").addOnException(List.of(types));
    }

    /** Steps that run when an exchange of this route is done, instead of those of the builder. */
    public final OnCompletionDefinition onCompletion() {
        return route("onCompletion()").addOnCompletion();
    }

    private RouteDefinition route(String clause) {
        if (this instanceof RouteDefinition route) {
            return route;
        }
        throw new IllegalStateException(
                clause + " is in a block, but it applies to all steps of a route: end the block first, with end()");
    }

    private TryDefinition tried(String branch) {
        if (this instanceof TryDefinition tried) {
            return tried;
        }
        if (this instanceof HandlerDefinition) {
            return endDoTry();
        }
        throw misplaced(branch, "doTry()", "endDoTry()");
    }

    private static IllegalStateException misplaced(String branch, String block, String end) {
        return new IllegalStateException(branch + " is not directly in a " + block
                + ": end the block around it with end(), or all blocks within the " + block + " with " + end);
    }

    // ---- steps

    public final T process(Processor processor) {
        Given.check(processor, "process", "processor", Given.PROCESSOR);
        return add(new Node.Call(processor));
    }

    /**
     * Calls the processor with this name in the registry; {@code #bean:name} means the same. {@code #class:name}
     * creates an object of a class that has a public constructor without parameters. {@code #type:name} is the only
     * processor of that type that was bound in the context.
     *
     * <p>If there is no such processor, the route is refused. The route does not start a processor that is a {@code
     * Service}.
     */
    public final T process(String name) {
        Given.check(name, "process", "name", "the name of a Processor in the registry");
        return add(new Node.CallNamed(name));
    }

    /**
     * Calls a public method of a bean. Its result becomes the body, unless it is void; what it throws is the failure of
     * the step. It is found when the route is described, or when the route starts if the bean is named.
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
        Given.check(bean, "bean", "bean", Given.BEAN);
        Given.check(method, "bean", "method", Given.METHOD);
        return addBean(bean, method);
    }

    /**
     * Like {@link #bean(Object, String)}, with the method that is marked by {@link io.mehari.Handler}, or else the only
     * public method that the class has beside those of {@code Object}.
     */
    public final T bean(Object bean) {
        Given.check(bean, "bean", "bean", Given.BEAN);
        return addBean(bean, null);
    }

    private T addBean(Object bean, @Nullable String method) {
        return add(new Node.Bean(bean instanceof String ? bean : BeanMethod.of("bean", bean, method), method));
    }

    /** Sends to an endpoint. A URI of several lines, such as a text block, counts as one line. */
    public final T to(String uri) {
        Given.check(uri, "to", "uri", Given.URI);
        return add(new Node.To(UriText.onOneLine(uri), null, null));
    }

    public final T to(Endpoint endpoint) {
        Given.check(endpoint, "to", "endpoint", Given.URI);
        return add(new Node.To(null, endpoint, null));
    }

    /** Sends to the URI that {@link String#format(String, Object...)} returns. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of this module
    public final T toF(String uri, @Nullable Object... args) {
        Given.check(uri, "toF", "uri", Given.URI);
        Given.check(args, "toF", "args", "the arguments of the format");
        return to(String.format(Locale.ROOT, uri, args));
    }

    /** Sends with this pattern. Afterwards the exchange has its own pattern again. */
    public final T to(ExchangePattern pattern, String uri) {
        Given.check(pattern, "to", "pattern", "InOnly or InOut");
        Given.check(uri, "to", "uri", Given.URI);
        return add(new Node.To(UriText.onOneLine(uri), null, pattern));
    }

    /** Sends to several endpoints, one after the other. */
    public final T to(String... uris) {
        Given.checkAll(uris, "to", "uris", Given.URI);
        for (String uri : uris) {
            to(uri);
        }
        return self();
    }

    /** Sends to several endpoints, one after the other. */
    public final T to(Endpoint... endpoints) {
        Given.checkAll(endpoints, "to", "endpoints", Given.URI);
        for (Endpoint endpoint : endpoints) {
            to(endpoint);
        }
        return self();
    }

    /** Sends with this pattern. Afterwards the exchange has its own pattern again. */
    public final T to(ExchangePattern pattern, Endpoint endpoint) {
        Given.check(pattern, "to", "pattern", "InOnly or InOut");
        Given.check(endpoint, "to", "endpoint", Given.URI);
        return add(new Node.To(null, endpoint, pattern));
    }

    /** Sends to several endpoints, one after the other; within a {@code multicast()} they are one branch. */
    public final T pipeline(String... uris) {
        Given.checkAll(uris, "pipeline", "uris", Given.URI);
        PipelineDefinition pipeline = pipeline();
        pipeline.to(uris);
        closeOpenBlock();
        return self();
    }

    /** Groups steps, which run in order. Within a {@code multicast()} they are one branch. */
    public final PipelineDefinition pipeline() {
        return open(new PipelineDefinition(this, null));
    }

    /** Groups steps under an id, which error messages and the events of steps contain. */
    public final PipelineDefinition step(String id) {
        Given.check(id, "step", "id", "a name");
        return open(new PipelineDefinition(this, id));
    }

    @Override
    public final T setBody(Expression value) {
        Given.check(value, "setBody", "value", Given.EXPRESSION);
        return add(new Node.SetBody(value));
    }

    /** Same as {@link #setBody}. */
    public final T transform(Expression value) {
        Given.check(value, "transform", "value", Given.EXPRESSION);
        return setBody(value);
    }

    @Override
    public final T setHeader(String name, Expression value) {
        Given.check(name, "setHeader", "name", Given.NAME);
        Given.check(value, "setHeader", "value", Given.EXPRESSION);
        return add(new Node.SetHeader(name, value));
    }

    @Override
    public final T setProperty(String name, Expression value) {
        Given.check(name, "setProperty", "name", Given.NAME);
        Given.check(value, "setProperty", "value", Given.EXPRESSION);
        return add(new Node.SetProperty(name, value));
    }

    public final T removeHeader(String name) {
        Given.check(name, "removeHeader", "name", Given.NAME);
        return add(new Node.RemoveHeader(name));
    }

    /** See {@link io.mehari.Message#removeHeaders(String, String...)} for patterns. */
    public final T removeHeaders(String pattern, String... excludePatterns) {
        Given.check(pattern, "removeHeaders", "pattern", Given.PATTERN);
        Given.checkAll(excludePatterns, "removeHeaders", "excludePatterns", Given.PATTERN);
        return add(new Node.RemoveHeaders(pattern, List.of(excludePatterns)));
    }

    public final T removeProperties(String pattern, String... excludePatterns) {
        Given.check(pattern, "removeProperties", "pattern", Given.PATTERN);
        Given.checkAll(excludePatterns, "removeProperties", "excludePatterns", Given.PATTERN);
        return add(new Node.RemoveProperties(pattern, List.of(excludePatterns)));
    }

    public final T removeProperty(String name) {
        Given.check(name, "removeProperty", "name", Given.NAME);
        return process(exchange -> exchange.removeProperty(name));
    }

    public final T convertBodyTo(Class<?> type) {
        Given.check(type, "convertBodyTo", "type", "a class, such as String.class");
        return add(new Node.ConvertBody(type));
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
        Given.check(level, "log", "level", "a level, such as INFO");
        return add(new Node.Log(TextTemplate.forLog(text), level, null));
    }

    /** Logs the text with the logger of this name. */
    public final T log(System.Logger.Level level, String logName, String text) {
        Given.check(level, "log", "level", "a level, such as INFO");
        Given.check(logName, "log", "logName", "the name of a logger");
        return add(new Node.Log(TextTemplate.forLog(text), level, logName));
    }

    public final T setExchangePattern(ExchangePattern pattern) {
        Given.check(pattern, "setExchangePattern", "pattern", "InOnly or InOut");
        return add(new Node.SetPattern(pattern));
    }

    /** {@code "InOnly"} or {@code "InOut"}. */
    public final T setExchangePattern(String pattern) {
        Given.check(pattern, "setExchangePattern", "pattern", "InOnly or InOut");
        return setExchangePattern(ExchangePattern.valueOf(pattern));
    }

    public final T throwException(Exception exception) {
        Given.check(exception, "throwException", "exception", "the exception to throw");
        return add(new Node.ThrowException(exception));
    }

    /**
     * Throws a new exception of this type for each message.
     *
     * @param message a text, which may have placeholders; null if the constructor takes no text
     */
    public final T throwException(Class<? extends Exception> type, @Nullable String message) {
        Given.check(type, "throwException", "type", "a class, such as IOException.class");
        return process(new Thrower(type, message));
    }

    /**
     * Marks the exchange for rollback and fails it. A {@code doCatch} runs its steps for this failure, but the exchange
     * still fails after them.
     */
    public final T rollback(String message) {
        Given.check(message, "rollback", "message", "a text, or call markRollbackOnly() instead");
        return add(new Node.Rollback(message, false));
    }

    /** Marks the exchange for rollback and ends the route, without a failure. */
    public final T markRollbackOnly() {
        return add(new Node.Rollback(null, false));
    }

    /** Marks only the innermost transaction for rollback and ends the route, without a failure. */
    public final T markRollbackOnlyLast() {
        return add(new Node.Rollback(null, true));
    }

    /** Ends the route here. */
    public final T stop() {
        return add(new Node.Stop());
    }

    // ---- blocks

    @Override
    public final FilterDefinition filter(Predicate predicate) {
        Given.check(predicate, "filter", "predicate", Given.PREDICATE);
        return open(new FilterDefinition(this, predicate));
    }

    public final ChoiceDefinition choice() {
        return open(new ChoiceDefinition(this));
    }

    /** Repeats the block this many times. */
    public final LoopDefinition loop(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("loop(" + count + ") is negative: give 0 or more");
        }
        return loop(exchange -> count);
    }

    @Override
    public final LoopDefinition loop(Expression count) {
        Given.check(count, "loop", "count", "a number, an Expression for one, or a Predicate");
        return open(new LoopDefinition(this, count, null));
    }

    /** Repeats the block while the predicate matches. */
    @Override
    public final LoopDefinition loopDoWhile(Predicate predicate) {
        Given.check(predicate, "loopDoWhile", "predicate", Given.PREDICATE);
        return open(new LoopDefinition(this, null, predicate));
    }

    public final TryDefinition doTry() {
        return open(new TryDefinition(this));
    }

    /**
     * Runs the block once for each part of the value: for each element of a collection, an array, an iterator or a
     * stream (which is closed at the end), for each entry of a map, for each piece of a text between commas (see {@link
     * SplitDefinition#delimiter}), or once for any other value.
     */
    @Override
    public final SplitDefinition split(Expression parts) {
        Given.check(parts, "split", "parts", Given.EXPRESSION);
        return open(new SplitDefinition(this, parts));
    }

    /** Like {@link #split(Expression)}, with a delimiter for a text; see {@link SplitDefinition#delimiter}. */
    public final SplitDefinition split(Expression parts, @Nullable String delimiter) {
        return split(parts).delimiter(delimiter);
    }

    public final SplitDefinition split(Expression parts, AggregationStrategy strategy) {
        Given.check(strategy, "split", "strategy", Given.STRATEGY);
        return split(parts).aggregationStrategy(strategy);
    }

    /** Runs each step of the block with a copy of the message. */
    public final MulticastDefinition multicast() {
        return open(new MulticastDefinition(this));
    }

    public final MulticastDefinition multicast(AggregationStrategy strategy) {
        Given.check(strategy, "multicast", "strategy", Given.STRATEGY);
        return multicast().aggregationStrategy(strategy);
    }

    // ---- endpoints

    /** Sends a copy to each recipient that the expression gives: endpoints or URIs, in a list, an array or a text. */
    @Override
    public final RecipientListDefinition recipientList(Expression recipients) {
        Given.check(recipients, "recipientList", "recipients", Given.EXPRESSION);
        return open(new RecipientListDefinition(this, recipients));
    }

    /**
     * Like {@link #recipientList(Expression)}, with a delimiter for a text; see {@link
     * RecipientListDefinition#delimiter}.
     */
    public final RecipientListDefinition recipientList(Expression recipients, @Nullable String delimiter) {
        return recipientList(recipients).delimiter(delimiter);
    }

    public final RecipientListDefinition recipientList(Expression recipients, AggregationStrategy strategy) {
        Given.check(strategy, "recipientList", "strategy", Given.STRATEGY);
        return recipientList(recipients).aggregationStrategy(strategy);
    }

    /**
     * Sends to a URI that has placeholders such as {@code ${header.name}}. Note that a sender that controls these
     * values chooses the endpoint.
     */
    public final T toD(String template) {
        return toD(template, 0);
    }

    /**
     * Like {@link #toD(String)}, with a size for the producer cache: 0 means the default of 100, a negative number
     * means no cache. The least recently used producer is removed first.
     */
    public final T toD(String template, int cacheSize) {
        return add(dynamicTo(template, false, cacheSize));
    }

    /** Like {@link #toD(String)}. With true, a message whose URI is invalid is not sent and does not fail. */
    public final T toD(String template, boolean ignoreInvalidEndpoint) {
        return add(dynamicTo(template, ignoreInvalidEndpoint, 0));
    }

    private static Node dynamicTo(String template, boolean ignoreInvalidEndpoint, int cacheSize) {
        Given.check(template, "toD", "template", "a URI, such as \"direct:${header.to}\"");
        return new Node.DynamicTo(TextTemplate.parse(template).toString(), ignoreInvalidEndpoint, cacheSize, null);
    }

    /** Like {@link #toD(String)}, with more options, such as the schemes that are allowed. */
    public final DynamicToDefinition toD() {
        return open(new DynamicToDefinition(this));
    }

    /**
     * Sends a copy of the message to another endpoint without waiting for it. The URI may have placeholders such as
     * {@code ${header.name}}.
     */
    public final WireTapDefinition wireTap(String template) {
        Given.check(template, "wireTap", "template", "a URI, such as \"seda:audit\"");
        return open(new WireTapDefinition(this, template));
    }

    /** Sends a copy of the message to the endpoint without waiting for it. */
    public final WireTapDefinition wireTap(Endpoint endpoint) {
        Given.check(endpoint, "wireTap", "endpoint", Given.URI);
        return open(new WireTapDefinition(this, endpoint));
    }

    /**
     * Sends a copy of the message to the endpoint as a request, and continues with the body, headers and properties of
     * the reply.
     */
    public final T enrich(String uri) {
        Given.check(uri, "enrich", "uri", Given.URI);
        return enrich(uri, null, false, false);
    }

    /**
     * Like {@link #enrich(String)}, but the strategy merges the message and the reply; see {@link EnrichDefinition}.
     */
    public final T enrich(String uri, AggregationStrategy strategy) {
        return enrich(uri, strategy, false);
    }

    /**
     * Like {@link #enrich(String, AggregationStrategy)}. With true, the strategy is also called if the reply has
     * failed; otherwise the exchange fails then.
     */
    public final T enrich(String uri, AggregationStrategy strategy, boolean aggregateOnException) {
        Given.check(uri, "enrich", "uri", Given.URI);
        Given.check(strategy, "enrich", "strategy", Given.STRATEGY);
        return enrich(uri, strategy, aggregateOnException, false);
    }

    /**
     * Like {@link #enrich(String, AggregationStrategy, boolean)}, for which the strategy may be null. With {@code
     * shareUnitOfWork}, see {@link EnrichDefinition#shareUnitOfWork()}.
     */
    public final T enrich(
            String uri, @Nullable AggregationStrategy strategy, boolean aggregateOnException, boolean shareUnitOfWork) {
        Given.check(uri, "enrich", "uri", Given.URI);
        return add(new Node.Enrich(uri, null, strategy, aggregateOnException, shareUnitOfWork, false, 0));
    }

    /** Like {@link #enrich(String, AggregationStrategy)}, with the strategy as a function of two bodies. */
    public final AggregationStrategyClause<T> enrichWith(String uri) {
        return enrichWith(uri, false, false);
    }

    /** Like {@link #enrichWith(String)}; see {@link #enrich(String, AggregationStrategy, boolean, boolean)}. */
    public final AggregationStrategyClause<T> enrichWith(
            String uri, boolean aggregateOnException, boolean shareUnitOfWork) {
        Given.check(uri, "enrichWith", "uri", Given.URI);
        return new AggregationStrategyClause<>(
                strategy -> enrich(uri, strategy, aggregateOnException, shareUnitOfWork));
    }

    /**
     * Sends a request to the endpoint that the expression gives. This form has options, and ends with {@link #end()}.
     */
    @Override
    public final EnrichDefinition enrich(Expression uri) {
        Given.check(uri, "enrich", "uri", Given.EXPRESSION);
        return open(new EnrichDefinition(this, uri));
    }

    public final EnrichDefinition enrich(Expression uri, AggregationStrategy strategy) {
        Given.check(strategy, "enrich", "strategy", Given.STRATEGY);
        return enrich(uri).aggregationStrategy(strategy);
    }

    /** Receives a message from the endpoint that the expression gives. This form has options. */
    @Override
    public final PollEnrichDefinition pollEnrich(Expression uri) {
        Given.check(uri, "pollEnrich", "uri", Given.EXPRESSION);
        return open(new PollEnrichDefinition(this, uri));
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
        Given.check(uri, "pollEnrich", "uri", Given.URI);
        return add(new Node.PollEnrich(uri, null, timeoutMillis, null, false, false, 0));
    }

    /** Like {@link #pollEnrich(String, long)}, with a timeout of 20 seconds. */
    public final T poll(String uri) {
        return poll(uri, 20_000);
    }

    /** Same as {@link #pollEnrich(String, long)}. */
    public final T poll(String uri, long timeoutMillis) {
        Given.check(uri, "poll", "uri", Given.URI);
        return pollEnrich(uri, timeoutMillis);
    }

    public final T pollEnrich(String uri, AggregationStrategy strategy) {
        return pollEnrich(uri, -1, strategy);
    }

    /**
     * Like {@link #pollEnrich(String, long)}, but the strategy merges the message and the received one, which is null
     * if none came in time. If the strategy returns null, the message stays unchanged.
     */
    public final T pollEnrich(String uri, long timeoutMillis, AggregationStrategy strategy) {
        return pollEnrich(uri, timeoutMillis, strategy, false);
    }

    /**
     * Like {@link #pollEnrich(String, long, AggregationStrategy)}. With true, the strategy is also called if the
     * received message has failed; otherwise the exchange fails then.
     */
    public final T pollEnrich(
            String uri, long timeoutMillis, AggregationStrategy strategy, boolean aggregateOnException) {
        Given.check(uri, "pollEnrich", "uri", Given.URI);
        Given.check(strategy, "pollEnrich", "strategy", Given.STRATEGY);
        return add(new Node.PollEnrich(uri, null, timeoutMillis, strategy, aggregateOnException, false, 0));
    }

    // ---- time and threads

    /**
     * Delays the message by this many milliseconds. No thread waits; the route continues on a thread of the shared
     * pool.
     */
    public final DelayDefinition delay(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("delay(" + millis + ") is negative: give 0 or more");
        }
        return delay(exchange -> millis);
    }

    /**
     * Delays the message by as many milliseconds as the expression gives. Null, 0 and negative numbers mean no delay.
     */
    @Override
    public final DelayDefinition delay(Expression millis) {
        Given.check(millis, "delay", "millis", Given.EXPRESSION);
        return open(new DelayDefinition(this, millis));
    }

    /** Lets this many messages pass in each period, which is one second by default. */
    public final ThrottleDefinition throttle(long maximum) {
        if (maximum < 1 || maximum > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("throttle(" + maximum + ") would let no message pass: give 1 or more");
        }
        return throttle(exchange -> maximum);
    }

    @Override
    public final ThrottleDefinition throttle(Expression maximum) {
        Given.check(maximum, "throttle", "maximum", Given.EXPRESSION);
        return open(new ThrottleDefinition(this, maximum));
    }

    /** Like {@link #throttle(Expression)}, with a limit for each group; see {@link ThrottleDefinition}. */
    public final ThrottleDefinition throttle(Expression maximum, Expression key) {
        Given.check(key, "throttle", "key", Given.EXPRESSION);
        return throttle(maximum).correlationExpression(key);
    }

    /** Like {@link #throttle(Expression, Expression)}, with a constant: all messages are in one group. */
    public final ThrottleDefinition throttle(Expression maximum, long key) {
        return throttle(maximum, exchange -> key);
    }

    /** Runs the rest of the route on a pool of 10 threads. */
    public final ThreadsDefinition threads() {
        return open(new ThreadsDefinition(this));
    }

    /** Runs the rest of the route on a pool of this many threads. */
    public final ThreadsDefinition threads(int poolSize) {
        return threads().poolSize(poolSize);
    }

    public final ThreadsDefinition threads(int poolSize, int maxPoolSize) {
        return threads(poolSize).maxPoolSize(maxPoolSize);
    }

    public final ThreadsDefinition threads(int poolSize, int maxPoolSize, String threadName) {
        Given.check(threadName, "threads", "threadName", "a name");
        return threads(poolSize, maxPoolSize).threadName(threadName);
    }

    // ---- checks

    /**
     * Fails with a {@link io.mehari.support.processor.PredicateValidationException} if the predicate does not match.
     */
    @Override
    public final T validate(Predicate predicate) {
        Given.check(predicate, "validate", "predicate", Given.PREDICATE);
        return validate(predicate, null);
    }

    @Override
    final T validate(Predicate predicate, @Nullable PredicateExceptionFactory exceptions) {
        return add(new Node.Validate(predicate, exceptions));
    }

    /** Runs the block only for messages whose key the repository does not contain yet. */
    public final IdempotentConsumerDefinition idempotentConsumer(Expression key, IdempotentRepository repository) {
        Given.check(repository, "idempotentConsumer", "repository", Given.REPOSITORY);
        return idempotentConsumer(key).idempotentRepository(repository);
    }

    /**
     * Runs the block only for messages with a new key. Set the repository with {@link
     * IdempotentConsumerDefinition#idempotentRepository}.
     */
    @Override
    public final IdempotentConsumerDefinition idempotentConsumer(Expression key) {
        Given.check(key, "idempotentConsumer", "key", Given.EXPRESSION);
        return open(new IdempotentConsumerDefinition(this, key));
    }

    // ---- aggregation

    /**
     * Collects messages with equal keys in a group. When the group is complete, the block runs with the merged message.
     * Each single message also continues after the block.
     */
    @Override
    public final AggregateDefinition aggregate(Expression key) {
        Given.check(key, "aggregate", "key", Given.EXPRESSION);
        return open(new AggregateDefinition(this, key));
    }

    public final AggregateDefinition aggregate(Expression key, AggregationStrategy strategy) {
        Given.check(strategy, "aggregate", "strategy", Given.STRATEGY);
        return aggregate(key).aggregationStrategy(strategy);
    }

    static <E> List<E> list() {
        return new ArrayList<>();
    }
}
