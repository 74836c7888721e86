package io.mehari.impl.context;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.Service;
import io.mehari.builder.AggregateSettings;
import io.mehari.builder.FailurePolicy;
import io.mehari.builder.Node;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.aggregate.Aggregate;
import io.mehari.impl.aggregate.Aggregator;
import io.mehari.impl.aggregate.CompletedGroup;
import io.mehari.impl.aggregate.RouteAggregators;
import io.mehari.impl.base.Stopwatch;
import io.mehari.impl.engine.BeforeConsumer;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.Completion;
import io.mehari.impl.engine.ErrorHandler;
import io.mehari.impl.engine.FailureHandlers;
import io.mehari.impl.engine.Finally;
import io.mehari.impl.engine.Intercepted;
import io.mehari.impl.engine.Loop;
import io.mehari.impl.engine.Recorded;
import io.mehari.impl.engine.Retry;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.RouteScope;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.StepNames;
import io.mehari.impl.engine.Steps;
import io.mehari.impl.engine.Timed;
import io.mehari.impl.engine.WaitingRetries;
import io.mehari.impl.engine.Watched;
import io.mehari.impl.engine.WatchedBlock;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.pattern.Delay;
import io.mehari.impl.pattern.Fan;
import io.mehari.impl.pattern.FanRules;
import io.mehari.impl.pattern.Idempotent;
import io.mehari.impl.pattern.Multicast;
import io.mehari.impl.pattern.ParallelFan;
import io.mehari.impl.pattern.Split;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.ThreadPoolProfile;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.UnitOfWork;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the description of a route into steps: a node becomes one or a few steps, a block becomes jumps. */
final class RouteCompiler {
    /** The separator between a block and a step in it, in the place of a step. */
    private static final String INSIDE = " > ";

    private static final String ON_COMPLETION = "onCompletion" + INSIDE;

    /**
     * The data that all blocks of one route share. `attached` are the services that start and stop with the route;
     * `isCalled` says whether other routes call it;
     * `delayMillis` is a delay before each step.
     */
    record Environment(
            AbstractRoutingContext context,
            DefaultRoute owner,
            String routeId,
            int routeNumber,
            boolean isCalled,
            List<Service> attached,
            Watched.WatchOptions watch,
            RouteAggregators aggregators,
            WaitingRetries retries,
            long delayMillis)
            implements BooleanSupplier {

        RouteScope scope() {
            return new RouteScope(routeId, this, watch.watchers(), retries);
        }

        /**
         * The executor of a step. A name is that of one in the registry, or of a profile: its pool ends with the route.
         */
        @Nullable
        Executor executor(@Nullable Executor given) {
            if (!(given instanceof Node.PoolName named)) {
                return given;
            }
            Object found = context.getRegistry().lookupByName(named.name());
            if (found instanceof Executor executor) {
                return executor;
            } else if (found instanceof ThreadPoolProfile profile) {
                OwnPool own = new OwnPool(
                        profile.newPool(context.getRoutingContextExtension().getThreadPools(), named.name()));
                attached.add(own);
                return own.pool;
            }
            throw new IllegalArgumentException("executorService(\"" + named.name() + "\"): the registry has "
                    + (found == null
                            ? "no such object"
                            : "a " + found.getClass().getName())
                    + "; bind an Executor to this name, or register a ThreadPoolProfile with this id");
        }

        /** Whether delayed work is still useful. */
        @Override
        public boolean getAsBoolean() {
            return context.isActive();
        }
    }

    private record OwnPool(ExecutorService pool) implements Service {
        @Override
        public void stop() {
            pool.shutdown(); // accepted tasks still run
        }
    }

    private final Environment route;
    private final SingleSteps singles;
    private final @Nullable ErrorHandler errorHandler;
    private final boolean retries; // whether steps are wrapped for redelivery
    private final boolean handles; // whether failures of these steps go to the error handler
    private final List<Step> steps = new ArrayList<>();
    private final List<FailureHandlers.Region> regions = new ArrayList<>();
    /** The place of the current block, as the prefix of the places of its steps. */
    private String within;

    private int tries; // the nesting depth of doTry
    private int entrySteps; // those before the first step of the description

    private RouteCompiler(
            Environment route, String within, @Nullable ErrorHandler errorHandler, boolean retries, boolean handles) {
        this.route = route;
        this.singles = new SingleSteps(route);
        this.within = within;
        this.errorHandler = errorHandler;
        this.retries = retries;
        this.handles = handles;
    }

    /** Compiles a route, and attaches the producers and pools that it needs. */
    static RouteCode compile(Environment route, RouteDefinition definition, @Nullable Stopwatch stopwatch)
            throws Exception {
        FailurePolicy policy = definition.getFailurePolicy();
        ErrorHandler handler = policy.handles() ? errorHandler(route, policy) : null;
        RouteCompiler compiler = new RouteCompiler(route, "", handler, policy.mayRedeliver(), true);
        compiler.addEntry(definition);
        compiler.addAll(definition.getSteps());
        List<Node.OnCompletion> before = new ArrayList<>();
        for (Node.OnCompletion each : definition.getOnCompletions()) {
            if (each.beforeConsumer()) {
                before.add(each);
            }
        }
        // The stopwatch and the onCompletion need the exchange after the last step.
        if (stopwatch == null && before.isEmpty()) {
            compiler.markLast();
        }
        RouteCode code = compiler.code();
        for (Node.OnCompletion each : before) {
            code = around(Step.of(new BeforeConsumer(code, route.routeId, each, compiler.onCompletion(each))), route);
        }
        return stopwatch == null ? code : around(Step.of(new Timed(code, stopwatch)), route);
    }

    /** A whole route within a step, which passes on to it what fails before it enters. */
    private static RouteCode around(Step step, Environment route) {
        return RouteCode.of(route.context.number(), new Step[] {step}, new FailureHandlers(null, List.of(), null), 1);
    }

    private RouteCode code() {
        return RouteCode.of(
                route.context.number(),
                steps.toArray(new Step[0]),
                new FailureHandlers(route.routeId, regions, handles ? errorHandler : null),
                entrySteps);
    }

    /**
     * A block that is run as a whole, repeatedly or on another exchange. Within a doTry, its failures go to the catches
     * of that doTry.
     */
    private RouteCode block(List<Node> nodes) throws Exception {
        boolean own = handles && tries == 0;
        RouteCompiler compiler = new RouteCompiler(route, within, errorHandler, retries && tries == 0, own);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** A second copy of a part of a doTry, for use after a failure. */
    private RouteCode again(String part, List<Node> nodes) throws Exception {
        String block = within;
        within = block + part + INSIDE;
        RouteCode code = block(nodes);
        within = block;
        return code;
    }

    /**
     * A block for child exchanges. It handles failures itself, unless the children share the unit of work of their
     * parent.
     */
    private RouteCode children(List<Node> nodes, int first, Node.Fan fan) throws Exception {
        RouteCompiler compiler = childCompiler(handles && tries == 0 && !fan.shareUnitOfWork(), tries == 0);
        compiler.addAll(nodes, first);
        return compiler.code();
    }

    /** Like {@link #children}, for steps that are created only when a message comes. */
    private Function<Step, RouteCode> childCodes(Node.Fan fan) {
        boolean outermost = tries == 0;
        boolean own = handles && outermost && !fan.shareUnitOfWork();
        String place = within.substring(0, within.length() - INSIDE.length());
        return step -> {
            RouteCompiler compiler = childCompiler(own, outermost);
            Step sending = compiler.retried(compiler.intercepted(step, null, place));
            sending.place = place;
            compiler.steps.add(sending);
            return compiler.code();
        };
    }

    private RouteCompiler childCompiler(boolean own, boolean outermost) {
        RouteCompiler compiler = new RouteCompiler(route, within, errorHandler, retries && outermost, own);
        compiler.addOriginal();
        return compiler;
    }

    /**
     * Adds a step that keeps the original message, if any route of the context needs it. This is the message of the
     * first route, which may have no error handler that needs it.
     */
    private void addOriginal() {
        if (route.context.services().keepsOriginals()) {
            steps.add(new Steps.Call(RouteCompiler::keepOriginal));
        }
    }

    // ---- failures

    private static ErrorHandler errorHandler(Environment route, FailurePolicy policy) throws Exception {
        List<ErrorHandler.Clause> clauses = new ArrayList<>();
        for (FailurePolicy.Clause each : policy.clauses()) {
            if (each.handled() != null && each.continued() != null) {
                throw refusal(
                        route.routeId,
                        "onException(" + names(each.types()) + ")",
                        new IllegalArgumentException("Only one of handled or continued is allowed to be configured"),
                        "handled(...) ends the route, and continued(...) continues it");
            }
            RouteCode steps = each.steps().isEmpty() ? null : unhandled(route, "onException" + INSIDE, each.steps());
            clauses.add(new ErrorHandler.Clause(each, steps));
        }
        String uri = policy.deadLetterUri();
        RouteCode deadLetters = uri == null
                ? null
                : unhandled(
                        route, "deadLetterChannel" + INSIDE, List.of(new Node.To(uri, null, ExchangePattern.InOnly)));
        return new ErrorHandler(route.scope(), policy, clauses, deadLetters);
    }

    private static FailedToCreateRouteException refusal(
            String routeId, String place, IllegalArgumentException mistake, String remedy) {
        return new FailedToCreateRouteException(routeId, place + ": " + mistake.getMessage() + ": " + remedy, mistake);
    }

    private static String names(List<Class<? extends Throwable>> types) {
        StringJoiner names = new StringJoiner(", ");
        types.forEach(each -> names.add(each.getSimpleName() + ".class"));
        return names.toString();
    }

    /** Steps without an error handler: those of an error handler itself. */
    private static RouteCode unhandled(Environment route, String within, List<Node> nodes) throws Exception {
        RouteCompiler compiler = new RouteCompiler(route, within, null, false, false);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** The step, wrapped for redelivery if that is configured. */
    private Step retried(Step step) {
        if (!retries || tries > 0 || errorHandler == null) {
            return step;
        }
        return Step.of(new Retry(RouteCode.of(route.context.number(), step), errorHandler, threads()));
    }

    // ---- watching

    /**
     * The step, wrapped for events, tracing or history if one of them is on.
     *
     * @param before the wrapped step directly before this one
     */
    private Step watched(Step step, Node node, @Nullable Step before) {
        if (route.watch.areNone()) {
            return step;
        }
        String name = name(step, node);
        Step watched = Watched.of(route.context.number(), step, route.watch, route.routeId, name);
        return route.watch.history()
                ? Step.of(new Recorded(
                        route.context.number(),
                        watched,
                        before instanceof Recorded recorded ? recorded : null,
                        route.routeId,
                        name))
                : watched;
    }

    /** The step, wrapped for the interceptor of the context if there is one. */
    private Step intercepted(Step step, @Nullable Node node, String place) {
        StepInterceptor interceptor =
                route.context.services().hasPlugins() ? route.context.services().getPlugin(StepInterceptor.KEY) : null;
        if (interceptor == null) {
            return step;
        }
        String id = node instanceof Node.Named named ? named.id() : null;
        var at = new StepInterceptor.Place(route.routeId, place, id, step.endpoint());
        return Step.of(new Intercepted(route.context.number(), step, interceptor, at, threads()));
    }

    private static String name(Step step, Node node) {
        String type = node instanceof Node.Call || node instanceof Node.CallNamed
                ? "process"
                : node.getClass().getSimpleName();
        String name = Character.toLowerCase(type.charAt(0)) + type.substring(1);
        Endpoint endpoint = step.endpoint();
        return endpoint == null ? name : name + "[" + endpoint + "]";
    }

    // ---- entry and end of a route

    private void addEntry(RouteDefinition definition) throws Exception {
        addOriginal();
        for (Node.OnCompletion each : definition.getOnCompletions()) {
            if (!each.beforeConsumer()) {
                steps.add(new Completion(each, onCompletion(each), route.routeId, route.routeNumber, route.context));
            }
        }
        entrySteps = here();
    }

    /** The steps of an onCompletion, whose failures the error handler of the route handles. */
    private RouteCode onCompletion(Node.OnCompletion node) throws Exception {
        String outside = within;
        within = ON_COMPLETION;
        RouteCompiler compiler = childCompiler(handles, true);
        within = outside;
        compiler.addAll(node.steps());
        return compiler.code();
    }

    private static void keepOriginal(Exchange exchange) {
        UnitOfWork work = exchange.getUnitOfWork();
        if (work.getOriginalInMessage() == null) {
            work.setOriginalInMessage(exchange.copy());
        }
    }

    private void markLast() {
        if (route.watch.watchers().areNotifiers()) {
            return; // notifiers need the exchange after the last step
        }
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
        addAll(nodes, 1);
    }

    /** Adds steps, numbered from `first` within their block. */
    private void addAll(List<Node> nodes, int first) throws Exception {
        String outside = within;
        int number = first;
        Step before = null;
        for (Node each : nodes) {
            String place = outside + StepNames.place(number++, each);
            within = place + INSIDE;
            int from = here();
            Node node = each instanceof Node.Named named ? named.node() : each;
            singles.at(each instanceof Node.Named named ? named.id() : place);
            if (node instanceof Node.Mistake mistake) {
                throw refusal(route.routeId, "step " + place, mistake.what(), mistake.remedy());
            }
            if (route.delayMillis > 0) {
                steps.add(Step.of(new Delay(exchange -> route.delayMillis, threads())));
            }
            try {
                if (addBlock(node)) {
                    before = null;
                } else {
                    before = watched(step(node), node, before);
                    steps.add(retried(intercepted(before, each, place)));
                }
            } catch (ResolveEndpointFailedException | IllegalArgumentException e) {
                throw new FailedToCreateRouteException(route.routeId, "step " + place + ": " + e.getMessage(), e);
            }
            placeFrom(from, place);
        }
        within = outside;
    }

    /** Adds the steps of a branch, such as a when or a doCatch. */
    private void addPart(String name, List<Node> nodes) throws Exception {
        String block = within;
        within = block + name + INSIDE;
        addAll(nodes);
        within = block;
    }

    private void placeFrom(int from, String place) {
        for (Step each : steps.subList(from, here())) {
            if (each.place == null) {
                each.place = place;
            }
        }
    }

    private int here() {
        return steps.size();
    }

    // ---- steps that contain blocks

    private Step step(Node node) throws Exception {
        Step single = singles.step(node);
        if (single != null) {
            return single;
        } else if (node instanceof Node.Loop loop) {
            return Step.of(new Loop(loop, block(loop.steps()), route.owner::isStopping));
        } else if (node instanceof Node.Split split) {
            RouteCode block = children(split.steps(), 1, split.fan());
            return fan(new Split(split, block), split.fan(), false, split.tolerance() != null);
        } else if (node instanceof Node.Multicast multicast) {
            return fan(new Multicast(branches(multicast)), multicast.fan(), true, false);
        } else if (node instanceof Node.RecipientList list) {
            return fan(singles.recipients(list, childCodes(list.fan())), list.fan(), true, false);
        } else if (node instanceof Node.Aggregate aggregate) {
            Aggregator aggregator = route.aggregators.of(aggregate.settings(), () -> aggregator(aggregate));
            return Step.of(new Aggregate(aggregator, aggregate.settings(), threads()));
        } else if (node instanceof Node.Idempotent idempotent) {
            return Step.of(new Idempotent(idempotent, block(idempotent.steps())));
        } else if (node instanceof Node.Pipeline step && step.stepId() != null) {
            return Step.of(new WatchedBlock(step.stepId(), block(step.steps()), route.watch.watchers()));
        }
        throw new IllegalArgumentException("There is no step for " + node);
    }

    private RouteCode[] branches(Node.Multicast multicast) throws Exception {
        RouteCode[] branches = new RouteCode[multicast.steps().size()];
        for (int i = 0; i < branches.length; i++) {
            branches[i] = children(List.of(multicast.steps().get(i)), i + 1, multicast.fan());
        }
        return branches;
    }

    /**
     * @param children a {@code Children.Source}; as an object, for the reason that {@link Step#of} gives
     * @param lastWins whether the last child is the result if there is no strategy; else the parent is
     * @param tolerates whether the children count their failures
     */
    private Step fan(Object children, Node.Fan given, boolean lastWins, boolean tolerates) {
        Node.Fan fan = given.strategy() instanceof Node.NamedStrategy named ? given.withStrategy(found(named)) : given;
        Children.Source source = (Children.Source) children;
        boolean noStrategy = fan.strategy() == null;
        AggregationStrategy strategy = fan.strategy();
        if (fan.original() && fan.failuresCount()) {
            strategy = FanRules.ORIGINAL;
        } else if (noStrategy && lastWins && !fan.original()) {
            strategy = FanRules.LAST_WINS;
        }
        FanRules rules = new FanRules(
                strategy,
                (noStrategy && fan.failuresCount()) || fan.shareUnitOfWork(),
                fan.stopOnException(),
                fan.shareUnitOfWork(),
                tolerates,
                fan.onPrepare(),
                exchanges());
        Node.Parallel parallel = fan.parallel();
        return Step.of(
                parallel == null
                        ? new Fan(source, rules)
                        : new ParallelFan(
                                source,
                                rules,
                                !fan.streaming(),
                                parallel,
                                route.executor(parallel.executor()),
                                threads()));
    }

    private AggregationStrategy found(Node.NamedStrategy named) {
        return NamedProcessors.strategy(route.context, named.name());
    }

    private ThreadPools threads() {
        return route.context.getRoutingContextExtension().getThreadPools();
    }

    /**
     * An aggregator. Its steps run on an exchange without a waiting sender, so the error handler of the route handles
     * their failures, wherever the block is.
     */
    private Aggregator aggregator(Node.Aggregate node) throws Exception {
        AggregateSettings settings =
                node.settings().with(route.executor(node.settings().executor()));
        if (settings.strategy() instanceof Node.NamedStrategy named) {
            settings = settings.withStrategy(found(named));
        }
        RouteCompiler compiler = new RouteCompiler(route, within, errorHandler, retries, true);
        compiler.steps.add(
                new CompletedGroup(settings.strategy(), settings.groups().discardOnTimeout()));
        compiler.addOriginal(); // after the strategy has made the result
        compiler.entrySteps = compiler.here();
        compiler.addAll(node.steps());
        compiler.markLast();
        Watchers watchers = route.watch.watchers();
        RouteEntry entry = new RouteEntry(
                compiler.code(),
                new Origin(route.context, null, route.routeId),
                route.routeNumber,
                route.aggregators.inflight(),
                exchanges(),
                watchers.areNone() ? null : watchers);
        return new Aggregator(route.context, route.aggregators, settings, entry);
    }

    private ExchangeFactory exchanges() {
        return route.context.getRoutingContextExtension().getExchangeFactory();
    }

    // ---- blocks compiled to jumps

    private boolean addBlock(Node node) throws Exception {
        if (node instanceof Node.Filter filter) {
            addFilter(filter);
        } else if (node instanceof Node.Choice choice) {
            addChoice(choice);
        } else if (node instanceof Node.Try tried) {
            addTry(tried);
        } else if (node instanceof Node.Pipeline pipeline && !hasEvents(pipeline)) {
            addAll(pipeline.steps());
        } else {
            return false;
        }
        return true;
    }

    private boolean hasEvents(Node.Pipeline pipeline) {
        return pipeline.stepId() != null && route.watch.watchers().listenToSteps();
    }

    private void addFilter(Node.Filter filter) throws Exception {
        Steps.Branch branch = new Steps.Branch(filter.predicate());
        steps.add(branch);
        addAll(filter.steps());
        branch.otherwise = here();
    }

    private void addChoice(Node.Choice choice) throws Exception {
        List<Steps.Jump> ends = new ArrayList<>();
        int number = 1;
        for (Node.When when : choice.whens()) {
            Steps.Branch branch = new Steps.Branch(when.predicate());
            steps.add(branch);
            addPart(StepNames.part("when " + number++, when.id()), when.steps());
            ends.add(addJump());
            branch.otherwise = here();
        }
        addPart(StepNames.part("otherwise", choice.otherwiseId()), choice.otherwise());
        endHere(ends);
    }

    /** Lets the jumps go to the next step. */
    private void endHere(List<Steps.Jump> jumps) {
        for (Steps.Jump each : jumps) {
            each.target = here();
        }
    }

    private Steps.Jump addJump() {
        Steps.Jump jump = new Steps.Jump();
        steps.add(jump);
        return jump;
    }

    /**
     * Adds the tried steps, each catch, and then the finally block. The catches are compiled twice because of
     * rollbacks, the finally block because of failures; see {@link FailureHandlers}.
     */
    private void addTry(Node.Try tried) throws Exception {
        List<Steps.Jump> ends = new ArrayList<>();
        int from = here();
        tries++;
        addAll(tried.steps());
        int number = 1;
        int to = here();
        ends.add(addJump());
        List<FailureHandlers.Catch> catches = new ArrayList<>();
        List<Finally> rollbacks = new ArrayList<>();
        int catchesFrom = here();
        for (Node.Catch each : tried.catches()) {
            int target = here();
            String name = StepNames.part("doCatch " + number++, each.id());
            addPart(name, each.steps());
            ends.add(addJump());
            Finally rolledBack = new Finally(again(name, each.steps()));
            rollbacks.add(rolledBack);
            catches.add(new FailureHandlers.Catch(each.types(), each.onWhen(), target, here()));
            steps.add(rolledBack);
        }
        int catchesTo = here();
        int finallyAt = FailureHandlers.Region.NO_FINALLY;
        Finally failing = null;
        String finallyName = StepNames.part("doFinally", tried.finallyId());
        if (!tried.finallySteps().isEmpty()) {
            finallyAt = here();
            failing = new Finally(again(finallyName, tried.finallySteps()));
            steps.add(failing);
        }
        endHere(ends);
        addPart(finallyName, tried.finallySteps());
        if (failing != null) {
            failing.after = here();
        }
        for (Finally each : rollbacks) {
            each.after = here();
        }
        tries--;
        regions.add(new FailureHandlers.Region(from, to, catches, finallyAt));
        regions.add(new FailureHandlers.Region(catchesFrom, catchesTo, List.of(), finallyAt));
    }
}
