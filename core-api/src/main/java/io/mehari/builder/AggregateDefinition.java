package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.builder.model.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps that run once for each complete group of messages. They get the result of the aggregation strategy as a new
 * one-way exchange with the properties {@code Exchange.AGGREGATED_COMPLETED_BY} (size, predicate, strategy, timeout,
 * interval or force), {@code AGGREGATED_CORRELATION_KEY} and {@code AGGREGATED_SIZE}. If these steps fail,
 * the error handler of the route handles the failure; the messages of the group do not fail.
 *
 * <p>If a message completes a group, the group runs on the thread of that message, before the message continues, unless
 * {@link #parallelProcessing()} is set. If a timeout or an interval completes a group, it runs on the context's shared
 * pool.
 *
 * <p>The strategy gets copies of the messages, one after the other; other messages of the same group wait meanwhile. It
 * must not send to a route that aggregates.
 */
public final class AggregateDefinition extends ExecutorDefinition<AggregateDefinition> {
    private static final int MAXIMUM_GROUPS = 100_000;

    private final Expression key;
    private @Nullable AggregationStrategy strategy;
    private int size;
    private @Nullable Expression sizeOf;
    private @Nullable Expression timeout;
    private long interval;
    private @Nullable Predicate predicate;
    private boolean eager;
    private boolean stop;
    private int maximumOpenGroups = MAXIMUM_GROUPS;
    private boolean ignoreInvalidKeys;

    AggregateDefinition(ProcessorDefinition<?> parent, Expression key) {
        super(parent, true);
        this.key = key;
    }

    /**
     * Sets the strategy that merges the messages of a group. If it is also a {@link Predicate}, it is the completion
     * predicate.
     */
    public AggregateDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = given(strategy, "aggregationStrategy", "strategy", Arguments.STRATEGY);
        return this;
    }

    /**
     * The strategy with this name in the registry: an {@code AggregationStrategy}, or a {@code BiFunction} of two
     * exchanges, whose result is the new body of the aggregate. The function is not called for the first message. If
     * there is none, the route is refused.
     */
    public AggregateDefinition aggregationStrategy(String name) {
        Arguments.check(name, "aggregationStrategy", "name", "the name of a strategy in the registry");
        return aggregationStrategy(new Node.NamedStrategy(name));
    }

    // ---- when a group is complete

    /** Completes a group when it has this many messages. */
    public AggregateDefinition completionSize(int messages) {
        size = (int) Arguments.atLeast(1, messages, "aggregate(...).completionSize");
        return this;
    }

    /**
     * Completes a group when it has as many messages as this expression gives for the aggregate. If it gives null,
     * {@code completionSize(number)} applies, if it is set.
     */
    public AggregateDefinition completionSize(Expression messages) {
        sizeOf = given(messages, "completionSize", "messages", Arguments.EXPRESSION);
        return this;
    }

    /** Completes a group when no message has come to it for this many milliseconds. */
    public AggregateDefinition completionTimeout(long millis) {
        Long boxed = Arguments.atLeast(1, millis, "aggregate(...).completionTimeout");
        return completionTimeout(exchange -> boxed);
    }

    /**
     * Completes a group when no message has come to it for as many milliseconds as this expression gave for its latest
     * message. A message for which it gives null does not change the timeout. Like the correlation key, the expression
     * must only read the message.
     */
    public AggregateDefinition completionTimeout(Expression millis) {
        timeout = given(millis, "completionTimeout", "millis", Arguments.EXPRESSION);
        return this;
    }

    /** Completes all groups at this interval, in milliseconds. */
    public AggregateDefinition completionInterval(long millis) {
        interval = Arguments.atLeast(1, millis, "aggregate(...).completionInterval");
        return this;
    }

    /**
     * Completes a group when the aggregate matches. {@code Exchange.AGGREGATED_SIZE} is set before the predicate is
     * evaluated. If the predicate throws, the latest message fails; it stays in its group.
     */
    public AggregateDefinition completionPredicate(Predicate predicate) {
        this.predicate = given(predicate, "completionPredicate", "predicate", Arguments.PREDICATE);
        return this;
    }

    /**
     * Completes all groups when the route stops and no other message is in flight. Without this, open groups are logged
     * and lost.
     */
    public AggregateDefinition forceCompletionOnStop() {
        stop = true;
        return this;
    }

    /**
     * Evaluates the completion predicate and the size expression for the incoming message, before it is aggregated,
     * instead of for the aggregate.
     */
    public AggregateDefinition eagerCheckCompletion() {
        eager = true;
        return this;
    }

    // ---- which groups there may be

    /** The maximum number of open groups, 100,000 by default. A message that would open another one fails. */
    public AggregateDefinition maximumOpenGroups(int groups) {
        maximumOpenGroups = (int) Arguments.atLeast(1, groups, "aggregate(...).maximumOpenGroups");
        return this;
    }

    /** Lets messages without a key pass without being aggregated, instead of failing them. */
    public AggregateDefinition ignoreInvalidCorrelationKeys() {
        ignoreInvalidKeys = true;
        return this;
    }

    // ---- where complete groups run

    /** Runs complete groups on the context's shared pool, or on the {@link #executorService}. */
    public AggregateDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    // ---- the whole

    private AggregateSettings settings() {
        if (strategy == null) {
            throw new IllegalArgumentException("aggregate(...) has no strategy to merge messages: set one with"
                    + " aggregate(key, strategy) or aggregationStrategy(strategy); see AggregationStrategies");
        }
        if (timeout != null && interval > 0) {
            throw new IllegalArgumentException(
                    "aggregate(...): completionTimeout and completionInterval exclude each other: leave one out");
        }
        AggregateSettings settings = new AggregateSettings(
                key,
                strategy,
                new AggregateSettings.Completion(size, sizeOf, timeout, interval, predicate, eager, stop),
                maximumOpenGroups,
                ignoreInvalidKeys,
                parallel,
                executor);
        return strategy instanceof Node.NamedStrategy ? settings : settings.with(strategy, executor);
    }

    @Override
    Node toNode() {
        return new Node.Aggregate(settings(), List.copyOf(steps));
    }
}
