package io.mehari.builder;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.spi.IdempotentRepository;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One element of a route's description: what the engine compiles. Made by {@link ProcessorDefinition}'s methods. */
public sealed interface Node {

    record Call(Processor processor) implements Node {}

    /** Sends to an endpoint, named or given. */
    record To(
            @Nullable String uri,
            @Nullable Endpoint endpoint,
            @Nullable ExchangePattern pattern) implements Node {}

    record SetBody(Expression value) implements Node {}

    record SetHeader(String name, Expression value) implements Node {}

    record SetProperty(String name, Expression value) implements Node {}

    record RemoveHeader(String name) implements Node {}

    record RemoveHeaders(String pattern, List<String> excludePatterns) implements Node {}

    record RemoveProperties(String pattern, List<String> excludePatterns) implements Node {}

    record ConvertBody(Class<?> type) implements Node {}

    record Log(Expression text, System.Logger.Level level) implements Node {}

    record SetPattern(ExchangePattern pattern) implements Node {}

    record ThrowException(Exception exception) implements Node {}

    record Rollback(@Nullable String message, boolean lastOnly) implements Node {}

    /** Ends the route here. */
    record Stop() implements Node {}

    // ---- blocks

    record Filter(Predicate predicate, List<Node> steps) implements Node {}

    record Choice(List<When> whens, List<Node> otherwise) implements Node {}

    record When(Predicate predicate, List<Node> steps) {}

    record Loop(@Nullable Expression count, @Nullable Predicate whileTrue, boolean copy, List<Node> steps)
            implements Node {}

    record Try(List<Node> steps, List<Catch> catches, List<Node> finallySteps) implements Node {}

    record Catch(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            List<Node> steps) {}

    /** Not a step: what happens when an exchange that came into the route is done. */
    record OnCompletion(
            boolean onComplete,
            boolean onFailure,
            @Nullable Predicate onWhen,
            boolean beforeConsumer,
            boolean parallel,
            List<Node> steps) {}

    /** Parts of a message, each with an exchange of its own. */
    record Split(Expression parts, @Nullable String delimiter, Fan fan, List<Node> steps) implements Node {}

    /** One message to several steps, each with a copy. */
    record Multicast(Fan fan, List<Node> steps) implements Node {}

    /** One message to several endpoints, each with a copy. */
    record RecipientList(
            Expression recipients, @Nullable String delimiter, boolean ignoreInvalid, int cacheSize, Fan fan)
            implements Node {}

    /** Several messages gathered to one, which runs the steps as an exchange of its own. */
    record Aggregate(AggregateSettings settings, List<Node> steps) implements Node {}

    /** How several exchanges that came of one are run, and how they become one again. */
    record Fan(
            @Nullable AggregationStrategy strategy,
            boolean streaming,
            boolean stopOnException,
            boolean shareUnitOfWork,
            @Nullable Parallel parallel) {}

    /** Several at the same time; without an executor, on the shared pool. A timeout of 0 is none. */
    record Parallel(@Nullable Executor executor, long timeoutMillis, int maxInFlight) {}

    // ---- endpoints that a message names

    record DynamicTo(String template, boolean ignoreInvalid, int cacheSize) implements Node {}

    record WireTap(
            String template,
            boolean copy,
            @Nullable Expression newBody,
            @Nullable Processor onPrepare,
            @Nullable Executor executor,
            int cacheSize)
            implements Node {}

    /** Asks an endpoint, named or computed. */
    record Enrich(
            @Nullable String uri,
            @Nullable Expression expression,
            @Nullable AggregationStrategy strategy,
            boolean aggregateOnException,
            boolean ignoreInvalid,
            int cacheSize)
            implements Node {}

    record PollEnrich(
            String uri, long timeoutMillis, @Nullable AggregationStrategy strategy, boolean aggregateOnException)
            implements Node {}

    // ---- time and threads

    record Delay(Expression millis) implements Node {}

    record Throttle(Expression maximum, long periodMillis, int maxWaiting) implements Node {}

    record Threads(@Nullable Executor executor, int threads, int maxQueued, String name, boolean callerRuns)
            implements Node {}

    // ---- what may pass

    record Validate(Predicate predicate) implements Node {}

    record Idempotent(
            Expression key,
            IdempotentRepository repository,
            boolean eager,
            boolean completionEager,
            boolean skipDuplicate,
            boolean removeOnFailure,
            List<Node> steps)
            implements Node {}
}
