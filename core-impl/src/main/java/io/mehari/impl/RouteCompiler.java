package io.mehari.impl;

import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.Service;
import io.mehari.builder.AggregateSettings;
import io.mehari.builder.FailurePolicy;
import io.mehari.builder.Node;
import io.mehari.builder.RouteDefinition;
import io.mehari.spi.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes steps of a description: each node becomes a few steps, blocks become jumps. */
final class RouteCompiler {

    /** Numbers the properties in which failures wait: blocks may be nested, each has its own. */
    private static final AtomicInteger PENDING = new AtomicInteger();

    /** What all codes of one route have in common; attached is what starts and stops with it. */
    record Surroundings(
            DefaultRoutingContext context,
            String routeId,
            List<Service> attached,
            Watched.Wishes wishes,
            Aggregators aggregators) {}

    private final Surroundings route;
    private final @Nullable ErrorHandler errorHandler;
    private final boolean retries;
    private final boolean handles;
    private final List<Step> steps = new ArrayList<>();
    private final List<FailureHandlers.Region> regions = new ArrayList<>();
    private int tries;

    private RouteCompiler(Surroundings route, @Nullable ErrorHandler errorHandler, boolean retries, boolean handles) {
        this.route = route;
        this.errorHandler = errorHandler;
        this.retries = retries;
        this.handles = handles;
    }

    /** Compiles a route; the producers and pools that it needs are attached to it. */
    static RouteCode compile(Surroundings route, RouteDefinition definition) throws Exception {
        FailurePolicy policy = definition.getFailurePolicy();
        ErrorHandler handler = policy.handles() ? errorHandler(route, policy) : null;
        RouteCompiler compiler = new RouteCompiler(route, handler, policy.mayRedeliver(), true);
        compiler.addEntry(definition);
        compiler.addAll(definition.getSteps());
        compiler.markLast();
        RouteCode code = compiler.code();
        for (Node.OnCompletion each : definition.getOnCompletions()) {
            if (each.beforeConsumer()) {
                Step whole = new BeforeConsumer(code, each, unhandled(route, each.steps()));
                code = RouteCode.of(whole);
            }
        }
        return code;
    }

    private RouteCode code() {
        return new RouteCode(steps.toArray(Step[]::new), new FailureHandlers(regions, handles ? errorHandler : null));
    }

    /** Steps that are run over and over, or on another exchange; within a doTry their failures are for its catches. */
    private RouteCode block(List<Node> nodes) throws Exception {
        boolean own = handles && tries == 0;
        RouteCompiler compiler = new RouteCompiler(route, errorHandler, retries && tries == 0, own);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** A block for children of an exchange, whose failures are their own unless they share its unit of work. */
    private RouteCode children(List<Node> nodes, Node.Fan fan) throws Exception {
        RouteCompiler compiler = childCompiler(handles && tries == 0 && !fan.shareUnitOfWork(), tries == 0);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** The same for single steps that are known only when a message comes. */
    private Function<Step, RouteCode> childCodes(Node.Fan fan) {
        boolean outermost = tries == 0;
        boolean own = handles && outermost && !fan.shareUnitOfWork();
        return step -> {
            RouteCompiler compiler = childCompiler(own, outermost);
            compiler.steps.add(compiler.retried(step));
            return compiler.code();
        };
    }

    private RouteCompiler childCompiler(boolean own, boolean outermost) {
        RouteCompiler compiler = new RouteCompiler(route, errorHandler, retries && outermost, own);
        if (own && errorHandler != null && errorHandler.needsOriginal()) {
            compiler.steps.add(new Steps.Call(RouteCompiler::keepOriginal));
        }
        return compiler;
    }

    // ---- failures

    private static ErrorHandler errorHandler(Surroundings route, FailurePolicy policy) throws Exception {
        List<ErrorHandler.Clause> clauses = new ArrayList<>();
        for (FailurePolicy.Clause each : policy.clauses()) {
            RouteCode steps = each.steps().isEmpty() ? null : unhandled(route, each.steps());
            clauses.add(new ErrorHandler.Clause(each, steps));
        }
        String uri = policy.deadLetterUri();
        RouteCode deadLetters = uri == null ? null : unhandled(route, List.of(new Node.To(uri, null, null)));
        return new ErrorHandler(route, policy, clauses, deadLetters);
    }

    /** Steps whose failures no error handler sees: those of an error handler itself, and of one that is tried again. */
    private static RouteCode unhandled(Surroundings route, List<Node> nodes) throws Exception {
        RouteCompiler compiler = new RouteCompiler(route, null, false, false);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** The step, or what tries it again when it fails, where that was asked for. */
    private Step retried(Step step) {
        if (!retries || tries > 0 || errorHandler == null) {
            return step;
        }
        return new Retry(RouteCode.of(step), errorHandler, threads());
    }

    // ---- watching

    /** The step, or what tells of it, where that was asked for. */
    private Step watched(Step step, Node node) {
        return route.wishes.areNone() ? step : new Watched(step, route.wishes, route.routeId, name(step, node));
    }

    private static String name(Step step, Node node) {
        String type = node instanceof Node.Call ? "process" : node.getClass().getSimpleName();
        String name = Character.toLowerCase(type.charAt(0)) + type.substring(1);
        Endpoint endpoint = step.endpoint();
        return endpoint == null ? name : name + "[" + endpoint.getEndpointUri() + "]";
    }

    // ---- begin and end of a route

    private void addEntry(RouteDefinition definition) throws Exception {
        if (definition.getFailurePolicy().needsOriginal()) {
            steps.add(new Steps.Call(RouteCompiler::keepOriginal));
        }
        for (Node.OnCompletion each : definition.getOnCompletions()) {
            if (!each.beforeConsumer()) {
                steps.add(new Completion(each, unhandled(route, each.steps()), route.context));
            }
        }
    }

    private static void keepOriginal(Exchange exchange) {
        UnitOfWork work = exchange.getUnitOfWork();
        if (work.getOriginalInMessage() == null) {
            work.setOriginalInMessage(exchange.copy());
        }
    }

    private void markLast() {
        for (int i = 0; i < steps.size(); i++) {
            if (isLast(i)) {
                steps.get(i).markLast();
            }
        }
    }

    private boolean isLast(int position) {
        int next = position + 1;
        while (next < steps.size() && steps.get(next) instanceof Steps.Jump jump) {
            next = jump.target;
        }
        return next >= steps.size();
    }

    private void addAll(List<Node> nodes) throws Exception {
        for (Node node : nodes) {
            if (!addBlock(node)) {
                steps.add(retried(watched(step(node), node)));
            }
        }
    }

    private int here() {
        return steps.size();
    }

    // ---- single steps

    private Step step(Node node) throws Exception {
        if (node instanceof Node.Call process) {
            return processStep(process.processor());
        } else if (node instanceof Node.To to) {
            return toStep(to);
        } else if (node instanceof Node.SetBody set) {
            return new Steps.SetBody(set.value());
        } else if (node instanceof Node.SetHeader set) {
            return new Steps.SetHeader(set.name(), set.value());
        } else if (node instanceof Node.SetProperty set) {
            return new Steps.SetProperty(set.name(), set.value());
        } else if (node instanceof Node.SetPattern set) {
            return new Steps.SetPattern(set.pattern());
        } else if (node instanceof Node.ThrowException thrown) {
            return new Steps.Throw(thrown.exception());
        } else if (node instanceof Node.Rollback rollback) {
            return new Steps.Rollback(rollback.message(), rollback.lastOnly());
        } else if (node instanceof Node.Stop) {
            return new Steps.Stop();
        } else {
            return rareStep(node);
        }
    }

    /** Steps for which a lambda is good enough. */
    private Step rareStep(Node node) throws Exception {
        if (node instanceof Node.RemoveHeader remove) {
            return new Steps.Call(exchange -> exchange.removeHeader(remove.name()));
        } else if (node instanceof Node.RemoveHeaders remove) {
            String[] excluded = remove.excludePatterns().toArray(String[]::new);
            return new Steps.Call(exchange -> exchange.removeHeaders(remove.pattern(), excluded));
        } else if (node instanceof Node.RemoveProperties remove) {
            String[] excluded = remove.excludePatterns().toArray(String[]::new);
            return new Steps.Call(exchange -> exchange.removeProperties(remove.pattern(), excluded));
        } else if (node instanceof Node.ConvertBody convert) {
            return new Steps.Call(exchange -> exchange.setBody(exchange.getMandatoryBody(convert.type())));
        } else if (node instanceof Node.Log log) {
            System.Logger logger = System.getLogger("io.mehari.route." + route.routeId);
            return new Steps.Call(exchange -> {
                if (logger.isLoggable(log.level())) {
                    logger.log(log.level(), String.valueOf(log.text().evaluate(exchange)));
                }
            });
        } else if (node instanceof Node.Loop loop) {
            return new Loop(loop.count(), loop.whileTrue(), loop.copy(), block(loop.steps()));
        } else if (node instanceof Node.Split split) {
            RouteCode block = children(split.steps(), split.fan());
            Split source =
                    new Split(split.parts(), split.delimiter(), split.fan().streaming(), block);
            return fan(source, split.fan(), false);
        } else if (node instanceof Node.Multicast multicast) {
            RouteCode[] ways = new RouteCode[multicast.steps().size()];
            for (int i = 0; i < ways.length; i++) {
                ways[i] = children(List.of(multicast.steps().get(i)), multicast.fan());
            }
            return fan(new Multicast(ways), multicast.fan(), true);
        } else if (node instanceof Node.Aggregate aggregate) {
            return new Aggregate(route.aggregators.of(aggregate.settings(), () -> aggregator(aggregate)));
        }
        Patterns patterns = new Patterns(route.context, route.attached);
        if (node instanceof Node.RecipientList list) {
            return fan(patterns.recipients(list, childCodes(list.fan())), list.fan(), true);
        } else if (node instanceof Node.Idempotent idempotent) {
            return new Idempotent(idempotent, block(idempotent.steps()));
        }
        Step step = patterns.step(node);
        if (step == null) {
            throw new IllegalArgumentException("There is no step for " + node);
        }
        return step;
    }

    /** @param lastWins whether, when nobody says what the result is, it is the last child; else it is the parent */
    private Step fan(Children.Source source, Node.Fan fan, boolean lastWins) {
        boolean silent = fan.strategy() == null;
        FanRules rules = new FanRules(
                silent && lastWins ? FanRules.LAST_WINS : fan.strategy(), silent, fan.stopOnException(), exchanges());
        Node.Parallel parallel = fan.parallel();
        return parallel == null
                ? new Fan(source, rules)
                : new ParallelFan(source, rules, !fan.streaming(), parallel, threads());
    }

    private io.mehari.spi.ThreadPools threads() {
        return route.context.getRoutingContextExtension().getThreadPools();
    }

    /** Its steps run on an exchange for which nobody waits: what fails there is the route's, wherever the block stands. */
    private Aggregator aggregator(Node.Aggregate node) throws Exception {
        AggregateSettings says = node.settings();
        RouteCompiler compiler = childCompiler(true, true);
        compiler.steps.add(new CompletedGroup(says.strategy(), says.groups().discardOnTimeout()));
        compiler.addAll(node.steps());
        compiler.markLast();
        Watchers watchers = route.wishes.watchers();
        RouteEntry entry = new RouteEntry(
                compiler.code(),
                new Origin(route.context, null, route.routeId),
                route.aggregators.traffic(),
                exchanges(),
                watchers.areNone() ? null : watchers);
        return new Aggregator(route.context, route.aggregators, says, entry);
    }

    private io.mehari.spi.ExchangeFactory exchanges() {
        return route.context.getRoutingContextExtension().getExchangeFactory();
    }

    private static Step processStep(Processor processor) {
        return processor instanceof AsyncProcessor async ? new Steps.CallAsync(async) : new Steps.Call(processor);
    }

    private Step toStep(Node.To to) throws Exception {
        Step send = sendStep(to);
        if (to.pattern() == null) {
            return send;
        }
        return new WithPattern(to.pattern(), RouteCode.of(send));
    }

    private Step sendStep(Node.To to) throws Exception {
        Endpoint endpoint = to.endpoint();
        if (endpoint == null) {
            endpoint = route.context.getEndpoint(java.util.Objects.requireNonNull(to.uri()));
        }
        if (endpoint instanceof DirectEndpoint direct) {
            return new Direct(direct);
        }
        Producer producer = endpoint.createProducer();
        route.attached.add(producer);
        return Steps.send(producer);
    }

    // ---- blocks that are jumps

    private boolean addBlock(Node node) throws Exception {
        if (node instanceof Node.Filter filter) {
            addFilter(filter);
        } else if (node instanceof Node.Choice choice) {
            addChoice(choice);
        } else if (node instanceof Node.Try tried) {
            addTry(tried);
        } else {
            return false;
        }
        return true;
    }

    private void addFilter(Node.Filter filter) throws Exception {
        Steps.Branch branch = new Steps.Branch(filter.predicate());
        steps.add(branch);
        addAll(filter.steps());
        branch.otherwise = here();
    }

    private void addChoice(Node.Choice choice) throws Exception {
        List<Steps.Jump> ends = new ArrayList<>();
        for (Node.When when : choice.whens()) {
            Steps.Branch branch = new Steps.Branch(when.predicate());
            steps.add(branch);
            addAll(when.steps());
            ends.add(addJump());
            branch.otherwise = here();
        }
        addAll(choice.otherwise());
        ends.forEach(end -> end.target = here());
    }

    private Steps.Jump addJump() {
        Steps.Jump jump = new Steps.Jump();
        steps.add(jump);
        return jump;
    }

    /** Tried steps, each catch, then the finally block: once for the normal end and once for failures. */
    private void addTry(Node.Try tried) throws Exception {
        List<Steps.Jump> ends = new ArrayList<>();
        int from = here();
        tries++;
        addAll(tried.steps());
        int to = here();
        ends.add(addJump());
        List<FailureHandlers.Catch> catches = new ArrayList<>();
        int catchesFrom = here();
        for (Node.Catch each : tried.catches()) {
            catches.add(new FailureHandlers.Catch(each.types(), each.onWhen(), here()));
            addAll(each.steps());
            ends.add(addJump());
        }
        int catchesTo = here();
        int failing = here();
        String pending = null;
        if (!tried.finallySteps().isEmpty()) {
            pending = "MehariPendingFailure" + PENDING.incrementAndGet();
            addAll(tried.finallySteps());
            steps.add(new Steps.FailAgain(pending));
        }
        ends.forEach(end -> end.target = here());
        addAll(tried.finallySteps());
        tries--;
        regions.add(new FailureHandlers.Region(from, to, catches, failing, pending));
        regions.add(new FailureHandlers.Region(catchesFrom, catchesTo, List.of(), failing, pending));
    }
}
