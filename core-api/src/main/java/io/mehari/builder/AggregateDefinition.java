package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.spi.AggregationRepository;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Steps that run once for each group of messages, with what the strategy made of them: a one-way exchange of its own, with
 * the properties {@code Exchange.AGGREGATED_COMPLETED_BY} (size, predicate, strategy, timeout, interval, consumer or
 * force), {@code AGGREGATED_CORRELATION_KEY} and {@code AGGREGATED_SIZE}. Its failures are the route's, not those of any
 * message in the group.
 *
 * <p>A group that is completed by a message runs on that message's thread, before the message goes on, unless
 * {@link #parallelProcessing()} says otherwise; one that is completed by time, on the context's shared pool.
 *
 * <p>The strategy gets copies of the messages, one after the other; meanwhile other messages of the same group wait. It
 * must not send to a route that aggregates.
 */
public final class AggregateDefinition extends ProcessorDefinition<AggregateDefinition> {
    private static final int MAXIMUM_GROUPS = 100_000;

    private final Expression key;
    private final List<Node> steps = list();
    private @Nullable AggregationStrategy strategy;
    private int size;
    private @Nullable Expression sizeOf;
    private @Nullable Expression timeout;
    private long interval;
    private @Nullable Predicate predicate;
    private boolean eager;
    private boolean batch;
    private boolean newGroup;
    private boolean stop;
    private int maximumOpenGroups = MAXIMUM_GROUPS;
    private int closedKeys;
    private boolean ignoreInvalidKeys;
    private boolean discardOnTimeout;
    private boolean discardOnFailure;
    private boolean parallel;
    private @Nullable Executor executor;
    private @Nullable AggregationRepository repository;

    AggregateDefinition(ProcessorDefinition<?> parent, Expression key) {
        super(parent);
        this.key = key;
    }

    /** How the messages of a group become one. */
    public AggregateDefinition aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = strategy;
        return this;
    }

    // ---- when a group is complete

    /** When it has so many messages. */
    public AggregateDefinition completionSize(int messages) {
        size = (int) positive("completionSize", messages);
        return this;
    }

    /** When it has as many messages as the aggregate says; where it says nothing, the group stays open. */
    public AggregateDefinition completionSize(Expression messages) {
        sizeOf = messages;
        return this;
    }

    /** When no message came for so long. */
    public AggregateDefinition completionTimeout(long millis) {
        Long boxed = positive("completionTimeout", millis);
        return completionTimeout(exchange -> boxed);
    }

    /** When no message came for as many milliseconds as the latest one says; one that says nothing changes nothing. */
    public AggregateDefinition completionTimeout(Expression millis) {
        timeout = millis;
        return this;
    }

    /** All groups, each time so many milliseconds have passed. */
    public AggregateDefinition completionInterval(long millis) {
        interval = positive("completionInterval", millis);
        return this;
    }

    /**
     * When the aggregate matches. {@code Exchange.AGGREGATED_SIZE} is set when it is asked. What it throws is the failure
     * of the message that came last, which is in its group by then.
     */
    public AggregateDefinition completionPredicate(Predicate predicate) {
        this.predicate = predicate;
        return this;
    }

    /** The same as {@link #completionPredicate}. */
    public AggregateDefinition completion(Predicate predicate) {
        return completionPredicate(predicate);
    }

    /** All groups, when the last message of a batch has come: the one with {@code Exchange.BATCH_COMPLETE}. */
    public AggregateDefinition completionFromBatchConsumer() {
        batch = true;
        return this;
    }

    /** All other groups, when a message opens one. */
    public AggregateDefinition completionOnNewCorrelationGroup() {
        newGroup = true;
        return this;
    }

    /** All groups, when the route stops, after everything else under way is done. Without this they are lost, and reported. */
    public AggregateDefinition forceCompletionOnStop() {
        stop = true;
        return this;
    }

    /** The same as {@link #forceCompletionOnStop()}. */
    public AggregateDefinition completeAllOnStop() {
        return forceCompletionOnStop();
    }

    /** Predicate and size expression are asked about the message that comes, before it is aggregated. */
    public AggregateDefinition eagerCheckCompletion() {
        eager = true;
        return this;
    }

    // ---- which groups there may be

    /** How many groups may be open at once, 100,000 unless set; a message that would open one more is refused. */
    public AggregateDefinition maximumOpenGroups(int groups) {
        maximumOpenGroups = (int) positive("maximumOpenGroups", groups);
        return this;
    }

    /** Further messages for a group that was complete are refused; so many keys are remembered, the latest ones. */
    public AggregateDefinition closeCorrelationKeyOnCompletion(int capacity) {
        closedKeys = (int) positive("closeCorrelationKeyOnCompletion", capacity);
        return this;
    }

    /** Messages without a key go on without being aggregated, instead of being refused. */
    public AggregateDefinition ignoreInvalidCorrelationKeys() {
        ignoreInvalidKeys = true;
        return this;
    }

    /** A group whose time is up is dropped. */
    public AggregateDefinition discardOnCompletionTimeout() {
        discardOnTimeout = true;
        return this;
    }

    /** A group is dropped when the strategy fails, which is logged; without this the message fails and the group stays. */
    public AggregateDefinition discardOnAggregationFailure() {
        discardOnFailure = true;
        return this;
    }

    /** Keeps open groups elsewhere than in memory; what is open when the route stops stays there. */
    public AggregateDefinition aggregationRepository(AggregationRepository repository) {
        this.repository = repository;
        return this;
    }

    // ---- where complete groups run

    /** Complete groups run on the context's shared pool, or on the {@link #executorService}. */
    public AggregateDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    /** Complete groups run there; when it refuses one, on the context's shared pool. Its maker ends it. */
    public AggregateDefinition executorService(Executor executor) {
        this.executor = executor;
        return parallelProcessing();
    }

    // ---- the whole

    private static long positive(String setting, long number) {
        if (number <= 0) {
            throw new IllegalArgumentException(
                    "aggregate(...)." + setting + "(" + number + "): the number must be at least 1");
        }
        return number;
    }

    private AggregateSettings settings() {
        if (strategy == null) {
            throw new IllegalArgumentException("aggregate(...) has no strategy: say how messages become one, with"
                    + " aggregate(key, strategy) or aggregationStrategy(strategy); see AggregationStrategies");
        }
        AggregateSettings.Completion completion = new AggregateSettings.Completion(
                size, sizeOf, timeout, interval, predicate, eager, batch, newGroup, stop);
        if (completion.isEmpty()) {
            throw new IllegalArgumentException("aggregate(...) does not say when a group is complete: set one of"
                    + " completionSize, completionPredicate, completionTimeout, completionInterval,"
                    + " completionFromBatchConsumer and completionOnNewCorrelationGroup");
        }
        if (timeout != null && interval > 0) {
            throw new IllegalArgumentException(
                    "aggregate(...): completionTimeout and completionInterval exclude each other: leave one out");
        }
        if (discardOnTimeout && timeout == null) {
            throw new IllegalArgumentException(
                    "aggregate(...): discardOnCompletionTimeout has no meaning without completionTimeout");
        }
        AggregateSettings.Groups groups = new AggregateSettings.Groups(
                maximumOpenGroups, closedKeys, ignoreInvalidKeys, discardOnTimeout, discardOnFailure);
        return new AggregateSettings(key, strategy, completion, groups, parallel, executor, repository);
    }

    @Override
    AggregateDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        return new Node.Aggregate(settings(), List.copyOf(steps));
    }
}
