package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.spi.IdempotentRepository;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps under construction. Each method adds a step behind the ones before it; those that open a block
 * ({@code choice}, {@code filter}, {@code split}, ...) return the block, to which steps are then added until
 * {@link #end()}. A block that is not ended ends with the route.
 *
 * @param <T> this kind of sequence
 */
public abstract class ProcessorDefinition<T extends ProcessorDefinition<T>> {

    private final @Nullable ProcessorDefinition<?> parent;
    private @Nullable ProcessorDefinition<?> open;

    ProcessorDefinition(@Nullable ProcessorDefinition<?> parent) {
        this.parent = parent;
    }

    // ---- construction

    abstract T self();

    /** Where the next step goes. */
    abstract List<Node> steps();

    /** The whole block as one node. */
    abstract Node toNode();

    final T add(Node node) {
        closeOpenBlock();
        steps().add(node);
        return self();
    }

    final <B extends ProcessorDefinition<B>> B open(B block) {
        closeOpenBlock();
        open = block;
        return block;
    }

    final void closeOpenBlock() {
        if (open != null) {
            open.closeOpenBlock();
            open.closeInto(this);
            open = null;
        }
    }

    /** Called when this block is complete: it becomes a step of the one it is in. */
    void closeInto(ProcessorDefinition<?> parent) {
        parent.steps().add(toNode());
    }

    final @Nullable ProcessorDefinition<?> parent() {
        return parent;
    }

    // ---- ends of blocks

    /** Ends this block: further steps come behind it. */
    public ProcessorDefinition<?> end() {
        if (parent == null) {
            return this;
        }
        parent.closeOpenBlock();
        return parent;
    }

    /** Goes back to the choice this block is in, to add a further {@code when} or {@code otherwise}. */
    public final ChoiceDefinition endChoice() {
        for (ProcessorDefinition<?> block = this; block != null; block = block.parent) {
            if (block instanceof ChoiceDefinition choice) {
                choice.closeOpenBlock();
                return choice;
            }
        }
        throw new IllegalStateException("endChoice() stands outside of any choice()");
    }

    /** Goes back to the doTry this block is in. */
    public final TryDefinition endDoTry() {
        for (ProcessorDefinition<?> block = this; block != null; block = block.parent) {
            if (block instanceof TryDefinition tried) {
                tried.closeOpenBlock();
                return tried;
            }
        }
        throw new IllegalStateException("endDoTry() stands outside of any doTry()");
    }

    // ---- steps

    public final T process(Processor processor) {
        return add(new Node.Call(processor));
    }

    public final T to(String uri) {
        return add(new Node.To(uri, null, null));
    }

    public final T to(Endpoint endpoint) {
        return add(new Node.To(null, endpoint, null));
    }

    /** Sends with that pattern; afterwards the exchange has the one it had before. */
    public final T to(ExchangePattern pattern, String uri) {
        return add(new Node.To(uri, null, pattern));
    }

    /** Sends to several, one after the other. */
    public final T to(String first, String second, String... more) {
        to(first);
        to(second);
        for (String uri : more) {
            to(uri);
        }
        return self();
    }

    public final T setBody(Expression value) {
        return add(new Node.SetBody(value));
    }

    /** The same as {@link #setBody}: there is one message. */
    public final T transform(Expression value) {
        return setBody(value);
    }

    public final T setHeader(String name, Expression value) {
        return add(new Node.SetHeader(name, value));
    }

    public final T setProperty(String name, Expression value) {
        return add(new Node.SetProperty(name, value));
    }

    public final T removeHeader(String name) {
        return add(new Node.RemoveHeader(name));
    }

    /** See {@link io.mehari.Message#removeHeaders(String, String...)} for patterns. */
    public final T removeHeaders(String pattern, String... excludePatterns) {
        return add(new Node.RemoveHeaders(pattern, List.of(excludePatterns)));
    }

    public final T removeProperties(String pattern, String... excludePatterns) {
        return add(new Node.RemoveProperties(pattern, List.of(excludePatterns)));
    }

    public final T convertBodyTo(Class<?> type) {
        return add(new Node.ConvertBody(type));
    }

    /** Logs the text, in which {@code ${body}}, {@code ${header.name}}, {@code ${exchangeId}} and the like are filled in. */
    public final T log(String text) {
        return log(System.Logger.Level.INFO, text);
    }

    public final T log(System.Logger.Level level, String text) {
        return add(new Node.Log(TextTemplate.parse(text), level));
    }

    public final T setExchangePattern(ExchangePattern pattern) {
        return add(new Node.SetPattern(pattern));
    }

    public final T throwException(Exception exception) {
        return add(new Node.ThrowException(exception));
    }

    /** Marks the exchange for rollback and fails it. */
    public final T rollback(String message) {
        return add(new Node.Rollback(message, false));
    }

    /** Marks the exchange for rollback and ends the route, without a failure. */
    public final T markRollbackOnly() {
        return add(new Node.Rollback(null, false));
    }

    /** The same, for the innermost transaction alone. */
    public final T markRollbackOnlyLast() {
        return add(new Node.Rollback(null, true));
    }

    /** Ends the route here. */
    public final T stop() {
        return add(new Node.Stop());
    }

    // ---- blocks

    public final FilterDefinition filter(Predicate predicate) {
        return open(new FilterDefinition(this, predicate));
    }

    public final ChoiceDefinition choice() {
        return open(new ChoiceDefinition(this));
    }

    /** Repeats the block so many times. */
    public final LoopDefinition loop(int count) {
        return loop(exchange -> count);
    }

    public final LoopDefinition loop(Expression count) {
        return open(new LoopDefinition(this, count, null));
    }

    /** Repeats the block while the predicate holds. */
    public final LoopDefinition loopDoWhile(Predicate predicate) {
        return open(new LoopDefinition(this, null, predicate));
    }

    public final TryDefinition doTry() {
        return open(new TryDefinition(this));
    }

    /**
     * Runs the block once for each part: of a collection, an array, an iterator, a map's entries, a stream (which is closed
     * at the end), a text (between commas, see {@link SplitDefinition#delimiter}), or a single value.
     */
    public final SplitDefinition split(Expression parts) {
        return open(new SplitDefinition(this, parts));
    }

    public final SplitDefinition split(Expression parts, AggregationStrategy strategy) {
        return split(parts).aggregationStrategy(strategy);
    }

    /** Runs each step of the block with a copy of the message. */
    public final MulticastDefinition multicast() {
        return open(new MulticastDefinition(this));
    }

    public final MulticastDefinition multicast(AggregationStrategy strategy) {
        return multicast().aggregationStrategy(strategy);
    }

    // ---- endpoints that a message names

    /** Sends a copy to each endpoint that the value names: endpoints or URIs, in a list, an array or a text. */
    public final RecipientListDefinition recipientList(Expression recipients) {
        return open(new RecipientListDefinition(this, recipients));
    }

    public final RecipientListDefinition recipientList(Expression recipients, AggregationStrategy strategy) {
        return recipientList(recipients).aggregationStrategy(strategy);
    }

    /**
     * Sends to the endpoint that the text names when {@code ${header.name}} and the like are filled in. Whoever can put
     * a value into those chooses the endpoint.
     */
    public final DynamicToDefinition toD(String template) {
        return open(new DynamicToDefinition(this, template));
    }

    /** Sends a message of its own there, without waiting; {@code ${header.name}} and the like are filled in. */
    public final WireTapDefinition wireTap(String template) {
        return open(new WireTapDefinition(this, template));
    }

    /** Asks that endpoint with a copy of the message, and takes the answer's body. */
    public final EnrichDefinition enrich(String uri) {
        return open(new EnrichDefinition(this, uri, null));
    }

    /** The same, asking the endpoint that the value names. */
    public final EnrichDefinition enrich(Expression uri) {
        return open(new EnrichDefinition(this, null, uri));
    }

    public final EnrichDefinition enrich(String uri, AggregationStrategy strategy) {
        return enrich(uri).aggregationStrategy(strategy);
    }

    public final EnrichDefinition enrich(Expression uri, AggregationStrategy strategy) {
        return enrich(uri).aggregationStrategy(strategy);
    }

    /** Takes a message from that endpoint, and takes over its body and headers. */
    public final PollEnrichDefinition pollEnrich(String uri) {
        return open(new PollEnrichDefinition(this, uri));
    }

    /** The same, waiting no longer than that; see {@link PollEnrichDefinition#timeout}. */
    public final PollEnrichDefinition pollEnrich(String uri, long timeoutMillis) {
        return pollEnrich(uri).timeout(timeoutMillis);
    }

    public final PollEnrichDefinition pollEnrich(String uri, long timeoutMillis, AggregationStrategy strategy) {
        return pollEnrich(uri, timeoutMillis).aggregationStrategy(strategy);
    }

    // ---- time and threads

    /** Waits so many milliseconds without holding a thread, and goes on on one of the shared pool. */
    public final T delay(long millis) {
        return delay(exchange -> millis);
    }

    /** The same; null, 0 and less are no delay. */
    public final T delay(Expression millis) {
        return add(new Node.Delay(millis));
    }

    /** Lets so many messages pass in a second, or another period. */
    public final ThrottleDefinition throttle(int maximum) {
        if (maximum < 1) {
            throw new IllegalArgumentException("throttle(" + maximum + ") would let nothing pass");
        }
        return throttle(exchange -> maximum);
    }

    public final ThrottleDefinition throttle(Expression maximum) {
        return open(new ThrottleDefinition(this, maximum));
    }

    /** The rest of the route runs on a pool of 10 threads. */
    public final ThreadsDefinition threads() {
        return threads(10);
    }

    /** The rest of the route runs on a pool of so many threads. */
    public final ThreadsDefinition threads(int poolSize) {
        return open(new ThreadsDefinition(this, poolSize));
    }

    public final ThreadsDefinition threads(int poolSize, int maxPoolSize) {
        return threads(poolSize).maxPoolSize(maxPoolSize);
    }

    public final ThreadsDefinition threads(int poolSize, int maxPoolSize, String threadName) {
        return threads(poolSize, maxPoolSize).threadName(threadName);
    }

    // ---- what may pass

    /** Fails with a {@link io.mehari.PredicateValidationException} where the predicate does not match. */
    public final T validate(Predicate predicate) {
        return add(new Node.Validate(predicate));
    }

    /** Runs the block for messages whose key the repository does not know yet. */
    public final IdempotentConsumerDefinition idempotentConsumer(Expression key, IdempotentRepository repository) {
        return open(new IdempotentConsumerDefinition(this, key, repository));
    }

    // ---- gathering

    /**
     * Gathers messages with equal keys to one, and runs the block with that when the group is complete. Each message also
     * goes on by itself behind the block.
     */
    public final AggregateDefinition aggregate(Expression key) {
        return open(new AggregateDefinition(this, key));
    }

    public final AggregateDefinition aggregate(Expression key, AggregationStrategy strategy) {
        return aggregate(key).aggregationStrategy(strategy);
    }

    static <E> List<E> list() {
        return new ArrayList<>();
    }
}
