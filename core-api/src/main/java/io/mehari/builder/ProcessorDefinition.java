package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
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

    static <E> List<E> list() {
        return new ArrayList<>();
    }
}
