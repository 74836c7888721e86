package io.mehari.builder.model;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Expression;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.spi.IdempotentRepository;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One element of the description of a route, which the engine compiles. Made by the methods of {@link
 * ProcessorDefinition}.
 */
public sealed interface Node {

    /** The steps in a block; none in a choice, which has branches. */
    default List<Node> steps() {
        return List.of();
    }

    record Call(Processor processor) implements Node {}

    /** A processor in the registry, named by its key. */
    record CallNamed(String name) implements Node {}

    /**
     * A method of a bean.
     *
     * @param bean the method, or the name of the bean in the registry
     * @param method the method of a bean that is in the registry
     */
    record Bean(Object bean, @Nullable String method) implements Node {}

    record Named(String id, Node node) implements Node {}

    record To(
            @Nullable String uri,
            @Nullable Endpoint endpoint,
            @Nullable ExchangePattern pattern) implements Node {}

    record SetBody(Expression value) implements Node {}

    record SetHeader(String name, Expression value) implements Node {}

    record SetProperty(String name, Expression value) implements Node {}

    /**
     * A step of the route language that is a processor and needs nothing of the engine.
     *
     * @param step the method of the route language
     * @param of what a description of the route adds to it
     */
    record Own(String step, @Nullable String of, Processor processor) implements Node {}

    record Log(
            Expression text,
            System.Logger.Level level,
            @Nullable String logName) implements Node {}

    record Rollback(@Nullable String message) implements Node {}

    /**
     * In the place of a step that makes no sense: the route cannot be created.
     *
     * @param step the method of the route language
     * @param remedy what the user can do, for the message
     */
    record Mistake(String step, IllegalArgumentException what, String remedy) implements Node {}

    // ---- blocks

    /**
     * Steps that form one step, such as a branch of a multicast.
     *
     * @param stepId the id of a {@code step(id)}; null for others
     */
    record Pipeline(List<Node> steps, @Nullable String stepId) implements Node {}

    record Filter(Predicate predicate, List<Node> steps) implements Node {}

    record Choice(
            List<When> whens,
            List<Node> otherwise,
            @Nullable String otherwiseId) implements Node {}

    record When(
            Predicate predicate, List<Node> steps, @Nullable String id) {}

    /**
     * Repeats steps.
     *
     * @param onPrepare called before each iteration
     */
    record Loop(
            @Nullable Expression count,
            @Nullable Predicate whileTrue,
            boolean copy,
            @Nullable Processor onPrepare,
            List<Node> steps)
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
     * The steps that run when an exchange of the route is done. It is not a step itself.
     *
     * @param ofBuilder whether it belongs to the builder: one object for all its routes, which runs once for each
     *     message
     */
    record OnCompletion(
            boolean ofBuilder,
            boolean onComplete,
            boolean onFailure,
            @Nullable Predicate onWhen,
            boolean parallel,
            List<Node> steps) {}

    /**
     * Splits a message into parts, each with an exchange of its own.
     *
     * @param group how many elements form a part, which is then a list; 0 if each element is a part
     */
    record Split(Expression parts, int group, Fan fan, List<Node> steps) implements Node {}

    /** Runs several steps, each with a copy of the message. */
    record Multicast(Fan fan, List<Node> steps) implements Node {}

    /** Sends to several endpoints, each with a copy of the message. */
    record RecipientList(DynamicUri recipients, boolean ignoreInvalid, Fan fan) implements Node {}

    /** Merges several messages into a new exchange, which runs the steps. */
    record Aggregate(AggregateSettings settings, List<Node> steps) implements Node {}

    /**
     * How the children of an exchange run, and how their results are merged.
     *
     * @param onPrepare called with each child before it runs
     */
    record Fan(
            @Nullable AggregationStrategy strategy,
            boolean streaming,
            boolean stopOnException,
            boolean shareUnitOfWork,
            @Nullable Processor onPrepare,
            @Nullable Parallel parallel) {}

    /** In the place of a strategy: its name in the registry. The compiler of the route replaces it. */
    record NamedStrategy(String name) implements AggregationStrategy {
        @Override
        public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
            throw new IllegalStateException("aggregationStrategy(\"" + name + "\") was not looked up");
        }
    }

    /** Parallel processing; on the shared pool if there is no executor. A timeout of 0 means none. */
    record Parallel(@Nullable Executor executor, long timeoutMillis, int maxInFlight) {}

    // ---- endpoints

    /**
     * A URI for each message.
     *
     * @param source the value without what only wraps it
     * @param allowed what a message may choose; null if nothing
     */
    record DynamicUri(
            Expression value, Expression source, @Nullable String allowed) {}

    /** Sends to the endpoint whose URI the template gives. */
    record DynamicTo(String template, @Nullable String allowed) implements Node {}

    /** The recipient is an endpoint or a template. */
    record WireTap(
            String template,
            @Nullable Endpoint endpoint,
            @Nullable String allowed,
            boolean copy,
            @Nullable Processor onPrepare,
            @Nullable Executor executor)
            implements Node {}

    /** Sends a copy to an endpoint, given as a URI or as an expression, and merges the reply. */
    record Enrich(
            @Nullable String uri,
            @Nullable DynamicUri dynamic,
            @Nullable AggregationStrategy strategy,
            boolean shareUnitOfWork)
            implements Node {}

    record PollEnrich(
            @Nullable String uri,
            @Nullable DynamicUri dynamic,
            long timeoutMillis,
            @Nullable AggregationStrategy strategy)
            implements Node {}

    // ---- time and threads

    record Delay(Expression millis) implements Node {}

    /** Limits how many messages pass in a period. */
    record Throttle(Expression maximum, long periodMillis, int maxWaiting) implements Node {}

    /** Runs the rest of the route on other threads. */
    record Threads(@Nullable Executor executor, int threads, int maxQueued, String name, boolean callerRuns)
            implements Node {}

    /** In the place of an executor: the name of one in the registry. */
    record PoolName(String name) implements Executor {
        @Override
        public void execute(Runnable task) {
            throw new IllegalStateException("Pool " + name + " is looked up when the route starts");
        }
    }

    // ---- checks

    /** Fails if the predicate does not match. */
    record Validate(Predicate predicate) implements Node {}

    record Idempotent(
            Expression key,
            IdempotentRepository repository,
            boolean eager,
            boolean skipDuplicate,
            boolean removeOnFailure,
            List<Node> steps)
            implements Node {}
}
