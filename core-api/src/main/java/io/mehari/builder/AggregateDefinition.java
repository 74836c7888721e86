package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.processor.aggregate.AggregateController;
import io.mehari.processor.aggregate.OptimisticLockRetryPolicy;
import io.mehari.spi.AggregationRepository;
import io.mehari.spi.OptimisticLockingAggregationRepository;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Steps that run once for each complete group of messages. They get the result of the aggregation strategy as a new
 * one-way exchange with the properties {@code Exchange.AGGREGATED_COMPLETED_BY} (size, predicate, strategy, timeout,
 * interval, consumer or force), {@code AGGREGATED_CORRELATION_KEY} and {@code AGGREGATED_SIZE}. If these steps fail,
 * the error handler of the route handles the failure; the messages of the group do not fail.
 *
 * <p>If a message completes a group, the group runs on the thread of that message, before the message continues, unless
 * {@link #parallelProcessing()} is set. If a timeout or an interval completes a group, it runs on the context's shared
 * pool.
 *
 * <p>The strategy gets copies of the messages, one after the other; other messages of the same group wait meanwhile. It
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
    private boolean optimistic;
    private boolean retryOnThread;
    private @Nullable OptimisticLockRetryPolicy retry;
    private @Nullable AggregateController controller;

    AggregateDefinition(ProcessorDefinition<?> parent, Expression key) {
        super(parent);
        this.key = key;
    }

    /**
     * Sets the strategy that merges the messages of a group. If it is also a {@link Predicate}, it is the completion
     * predicate.
     */
    public AggregateDefinition aggregationStrategy(AggregationStrategy strategy) {
        Given.check(strategy, "aggregationStrategy", "strategy", Given.STRATEGY);
        this.strategy = strategy;
        return this;
    }

    /**
     * The strategy with this name in the registry: an {@code AggregationStrategy}, or a {@code BiFunction} of two
     * exchanges, whose result is the new body of the aggregate. The function is not called for the first message. If
     * there is none, the route is refused.
     */
    public AggregateDefinition aggregationStrategy(String name) {
        Given.check(name, "aggregationStrategy", "name", Given.NAME);
        return aggregationStrategy(new Node.NamedStrategy(name));
    }

    /** The strategy as a function of two bodies. */
    public AggregationStrategyClause<AggregateDefinition> aggregationStrategy() {
        return new AggregationStrategyClause<>(this::aggregationStrategy);
    }

    // ---- when a group is complete

    /** Completes a group when it has this many messages. */
    public AggregateDefinition completionSize(int messages) {
        size = (int) positive("completionSize", messages);
        return this;
    }

    /**
     * Completes a group when it has as many messages as this expression gives for the aggregate. If it gives null,
     * {@code completionSize(number)} applies, if it is set.
     */
    public AggregateDefinition completionSize(Expression messages) {
        Given.check(messages, "completionSize", "messages", Given.EXPRESSION);
        sizeOf = messages;
        return this;
    }

    /** Completes a group when no message has come to it for this many milliseconds. */
    public AggregateDefinition completionTimeout(long millis) {
        Long boxed = positive("completionTimeout", millis);
        return completionTimeout(exchange -> boxed);
    }

    /**
     * Completes a group when no message has come to it for as many milliseconds as this expression gave for its latest
     * message. A message for which it gives null does not change the timeout.
     */
    public AggregateDefinition completionTimeout(Expression millis) {
        Given.check(millis, "completionTimeout", "millis", Given.EXPRESSION);
        timeout = millis;
        return this;
    }

    /** Has no effect, because each group has a timer of its own. */
    public AggregateDefinition completionTimeoutCheckerInterval(long millis) {
        positive("completionTimeoutCheckerInterval", millis);
        return this;
    }

    /** Completes all groups at this interval, in milliseconds. */
    public AggregateDefinition completionInterval(long millis) {
        interval = positive("completionInterval", millis);
        return this;
    }

    /**
     * Completes a group when the aggregate matches. {@code Exchange.AGGREGATED_SIZE} is set before the predicate is
     * evaluated. If the predicate throws, the latest message fails; it stays in its group.
     */
    public AggregateDefinition completionPredicate(Predicate predicate) {
        Given.check(predicate, "completionPredicate", "predicate", Given.PREDICATE);
        this.predicate = predicate;
        return this;
    }

    /** Same as {@link #completionPredicate}. */
    public AggregateDefinition completion(Predicate predicate) {
        Given.check(predicate, "completion", "predicate", Given.PREDICATE);
        return completionPredicate(predicate);
    }

    /** The completion predicate as a function of the aggregate. */
    public ExpressionClause<AggregateDefinition> completion() {
        return new ExpressionClause<>(this::completionPredicate);
    }

    /**
     * Completes all groups when the last message of a batch has come. This is the message with the property {@code
     * Exchange.BATCH_COMPLETE}, or the message with which the number of messages reaches {@code Exchange.BATCH_SIZE}.
     */
    public AggregateDefinition completionFromBatchConsumer() {
        batch = true;
        return this;
    }

    /** Completes all other groups when a message opens a new one. */
    public AggregateDefinition completionOnNewCorrelationGroup() {
        newGroup = true;
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

    /** Same as {@link #forceCompletionOnStop()}. */
    public AggregateDefinition completeAllOnStop() {
        return forceCompletionOnStop();
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
        maximumOpenGroups = (int) positive("maximumOpenGroups", groups);
        return this;
    }

    /**
     * Fails a message that comes for a completed group. {@code capacity} is the number of keys to remember; the oldest
     * key is forgotten first.
     */
    public AggregateDefinition closeCorrelationKeyOnCompletion(int capacity) {
        closedKeys = (int) positive("closeCorrelationKeyOnCompletion", capacity);
        return this;
    }

    /** Lets messages without a key pass without being aggregated, instead of failing them. */
    public AggregateDefinition ignoreInvalidCorrelationKeys() {
        ignoreInvalidKeys = true;
        return this;
    }

    /** Drops a group when its completion timeout has expired, instead of completing it. */
    public AggregateDefinition discardOnCompletionTimeout() {
        discardOnTimeout = true;
        return this;
    }

    /**
     * Drops a group, with a log entry, when the strategy fails. By default only the message fails, and the group stays.
     */
    public AggregateDefinition discardOnAggregationFailure() {
        discardOnFailure = true;
        return this;
    }

    /**
     * Keeps open groups in this repository instead of in memory. Groups that are open when the route stops stay there.
     */
    public AggregateDefinition aggregationRepository(AggregationRepository repository) {
        Given.check(repository, "aggregationRepository", "repository", "a repository, or leave it out for memory");
        this.repository = repository;
        return this;
    }

    /**
     * For a repository that several aggregators share: each change of a group is a compare-and-set. If another
     * aggregator has changed the group meanwhile, the message is added again, up to 100 times by default.
     */
    public AggregateDefinition optimisticLocking() {
        optimistic = true;
        return this;
    }

    /**
     * When a message is added again, with {@link #optimisticLocking()}. By default at once. A message that waits blocks
     * no thread.
     */
    public AggregateDefinition optimisticLockRetryPolicy(OptimisticLockRetryPolicy policy) {
        Given.check(policy, "optimisticLockRetryPolicy", "policy", "a policy, or leave it out");
        this.retry = policy;
        return this;
    }

    /** Waits on the thread of the message before it is added again, unless several routes share that thread. */
    public AggregateDefinition optimisticLockingSyncRetry() {
        retryOnThread = true;
        return this;
    }

    /** Lets this controller complete and drop open groups. A controller is for one aggregator. */
    public AggregateDefinition aggregateController(AggregateController controller) {
        Given.check(controller, "aggregateController", "controller", "a new AggregateController()");
        this.controller = controller;
        return this;
    }

    // ---- where complete groups run

    /** Runs complete groups on the context's shared pool, or on the {@link #executorService}. */
    public AggregateDefinition parallelProcessing() {
        parallel = true;
        return this;
    }

    /**
     * Runs complete groups on this executor, which the caller must shut down. If it rejects a group, that group runs on
     * the context's shared pool. If it accepts a task and never runs it ({@code DiscardPolicy}, {@code shutdownNow()}),
     * the message stays in flight.
     */
    public AggregateDefinition executorService(Executor executor) {
        Given.check(executor, "executorService", "executor", Given.EXECUTOR);
        this.executor = executor;
        return parallelProcessing();
    }

    /** Like {@link #executorService(Executor)}, with its name in the registry or the id of a thread pool profile. */
    public AggregateDefinition executorService(String name) {
        Given.check(name, "executorService", "name", Given.POOL);
        executor = new Node.PoolName(name);
        return parallelProcessing();
    }

    // ---- the whole

    private static long positive(String setting, long number) {
        if (number <= 0) {
            throw new IllegalArgumentException("aggregate(...)." + setting + "(" + number + ") must be at least 1");
        }
        return number;
    }

    private AggregateSettings settings() {
        if (strategy == null) {
            throw new IllegalArgumentException("aggregate(...) has no strategy to merge messages: set one with"
                    + " aggregate(key, strategy) or aggregationStrategy(strategy); see AggregationStrategies");
        }
        AggregateSettings.Completion completion = new AggregateSettings.Completion(
                size, sizeOf, timeout, interval, predicate, eager, batch, newGroup, stop);
        if (timeout != null && interval > 0) {
            throw new IllegalArgumentException(
                    "aggregate(...): completionTimeout and completionInterval exclude each other: leave one out");
        }
        if (discardOnTimeout && timeout == null) {
            throw new IllegalArgumentException("aggregate(...): discardOnCompletionTimeout needs completionTimeout");
        }
        AggregateSettings.Groups groups = new AggregateSettings.Groups(
                maximumOpenGroups, closedKeys, ignoreInvalidKeys, discardOnTimeout, discardOnFailure);
        AggregateSettings settings =
                new AggregateSettings(key, strategy, completion, groups, parallel, executor, store(), controller);
        return strategy instanceof Node.NamedStrategy ? settings : settings.withStrategy(strategy);
    }

    private AggregateSettings.@Nullable Store store() {
        if (repository == null) {
            return null; // optimistic locking has no effect: no other aggregator can change a group
        }
        if (optimistic && !(repository instanceof OptimisticLockingAggregationRepository)) {
            throw new IllegalArgumentException("aggregate(...): optimisticLocking() needs an"
                    + " OptimisticLockingAggregationRepository, and "
                    + repository.getClass().getName() + " is none:"
                    + " leave it out if no other aggregator uses the repository");
        }
        return new AggregateSettings.Store(repository, optimistic, retry, retryOnThread);
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
