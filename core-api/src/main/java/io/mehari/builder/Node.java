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

/**
 * One element of the description of a route, which the engine compiles. Made by the methods of {@link
 * ProcessorDefinition}.
 */
public sealed interface Node {

    record Call(Processor processor) implements Node {}

    /** A processor of the registry, by its name. */
    record CallNamed(String name) implements Node {}

    /** A step with an id. */
    record Named(String id, Node node) implements Node {}

    /** Sends to an endpoint. */
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

    record Log(
            Expression text,
            System.Logger.Level level,
            @Nullable String logName) implements Node {}

    record SetPattern(ExchangePattern pattern) implements Node {}

    record ThrowException(Exception exception) implements Node {}

    record Rollback(@Nullable String message, boolean lastOnly) implements Node {}

    /** Ends the route here. */
    record Stop() implements Node {}

    // ---- blocks

    /** Steps that are one, such as a branch of a multicast. */
    record Pipeline(List<Node> steps) implements Node {}

    record Filter(Predicate predicate, List<Node> steps) implements Node {}

    record Choice(
            List<When> whens,
            List<Node> otherwise,
            @Nullable String otherwiseId) implements Node {}

    record When(
            Predicate predicate, List<Node> steps, @Nullable String id) {}

    record Loop(@Nullable Expression count, @Nullable Predicate whileTrue, boolean copy, List<Node> steps)
            implements Node {}

    record Try(
            List<Node> steps,
            List<Catch> catches,
            List<Node> finallySteps,
            @Nullable String finallyId) implements Node {}

    record Catch(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            List<Node> steps,
            @Nullable String id) {}

    /**
     * Not a step: what runs when an exchange of the route is done.
     *
     * @param ofBuilder whether it belongs to the builder: one object for all its routes, which runs once for each
     *     message
     */
    record OnCompletion(
            boolean ofBuilder,
            boolean onComplete,
            boolean onFailure,
            @Nullable Predicate onWhen,
            boolean beforeConsumer,
            boolean parallel,
            List<Node> steps) {}

    /**
     * Splits a message into parts, each with an exchange of its own.
     *
     * @param group how many elements make a part, which is a list then; 0 if each element is one
     * @param tolerance null if failures of parts are not counted
     */
    record Split(
            Expression parts,
            @Nullable String delimiter,
            int group,
            @Nullable Tolerance tolerance,
            Fan fan,
            List<Node> steps)
            implements Node {}

    /** How many parts may fail; 0 for a limit that is not set. */
    record Tolerance(int maxFailed, double threshold) {
        /** Whether so many failures are too many, after so many parts. */
        public boolean isExceeded(int failed, int done) {
            return (maxFailed > 0 && failed >= maxFailed) || (threshold > 0 && failed >= threshold * done);
        }
    }

    /** Runs several steps, each with a copy of the message. */
    record Multicast(Fan fan, List<Node> steps) implements Node {}

    /** Sends to several endpoints, each with a copy of the message. */
    record RecipientList(
            Expression recipients, @Nullable String delimiter, boolean ignoreInvalid, int cacheSize, Fan fan)
            implements Node {}

    /** Merges several messages into one, which runs the steps as a new exchange. */
    record Aggregate(AggregateSettings settings, List<Node> steps) implements Node {}

    /**
     * How the exchanges made from one are run and merged again.
     *
     * @param strategy null if none is set, and if the original goes on
     * @param original whether the original exchange goes on unchanged, because a strategy asks for it
     * @param failuresCount whether the whole fails if one of them fails and no strategy decides
     * @param onPrepare called with each exchange before it runs
     */
    record Fan(
            @Nullable AggregationStrategy strategy,
            boolean original,
            boolean failuresCount,
            boolean streaming,
            boolean stopOnException,
            boolean shareUnitOfWork,
            @Nullable Processor onPrepare,
            @Nullable Parallel parallel) {}

    /** Parallel processing; on the shared pool if there is no executor. A timeout of 0 means none. */
    record Parallel(@Nullable Executor executor, long timeoutMillis, int maxInFlight) {}

    // ---- endpoints

    record DynamicTo(String template, boolean ignoreInvalid, int cacheSize) implements Node {}

    record WireTap(
            String template,
            boolean copy,
            @Nullable Expression newBody,
            @Nullable Processor onPrepare,
            @Nullable Executor executor,
            int cacheSize)
            implements Node {}

    /** Sends a copy to an endpoint, given as a URI or as an expression, and merges the reply. */
    record Enrich(
            @Nullable String uri,
            @Nullable Expression expression,
            @Nullable AggregationStrategy strategy,
            boolean aggregateOnException,
            boolean ignoreInvalid,
            int cacheSize)
            implements Node {}

    record PollEnrich(
            @Nullable String uri,
            @Nullable Expression expression,
            long timeoutMillis,
            @Nullable AggregationStrategy strategy,
            boolean aggregateOnException,
            boolean ignoreInvalid,
            int cacheSize)
            implements Node {}

    // ---- time and threads

    record Delay(Expression millis) implements Node {}

    /** Limits how many messages pass in a period, or how many are between this step and their end. */
    record Throttle(Expression maximum, long periodMillis, int maxWaiting, boolean concurrent) implements Node {}

    record Threads(@Nullable Executor executor, int threads, int maxQueued, String name, boolean callerRuns)
            implements Node {}

    // ---- checks

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
