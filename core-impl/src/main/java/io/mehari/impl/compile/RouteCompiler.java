package io.mehari.impl.compile;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Predicate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import io.mehari.builder.model.StepNames;
import io.mehari.impl.aggregate.Aggregate;
import io.mehari.impl.aggregate.Aggregator;
import io.mehari.impl.aggregate.CompletedGroup;
import io.mehari.impl.base.Stopwatch;
import io.mehari.impl.engine.Completion;
import io.mehari.impl.engine.ErrorHandler;
import io.mehari.impl.engine.FailureHandlers;
import io.mehari.impl.engine.Loop;
import io.mehari.impl.engine.Retry;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Steps;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.observe.NotifyingBlock;
import io.mehari.impl.observe.TimedRoute;
import io.mehari.impl.pattern.Idempotent;
import io.mehari.impl.pattern.Multicast;
import io.mehari.impl.pattern.Split;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.internal.OnlySender;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the description of a route into steps: a node becomes one or a few steps, a block becomes jumps. */
public final class RouteCompiler {
    /** The separator between a block and a step in it, in the place of a step. */
    static final String INSIDE = " > ";

    private static final String ON_COMPLETION = "onCompletion" + INSIDE;

    private final RouteEnvironment route;
    private final SingleSteps singles;
    private final @Nullable ErrorHandler errorHandler;
    private final boolean retries; // whether steps are wrapped for redelivery
    private final boolean handles; // whether failures of these steps go to the error handler
    private final List<Step> steps = new ArrayList<>();
    private final List<FailureHandlers.Region> regions = new ArrayList<>();
    /** The place of the current block, as the prefix of the places of its steps. */
    private String within;

    private int tries; // the nesting depth of doTry
    private boolean isEntered; // by messages from outside, and not by a step
    private int entrySteps; // those before the first step of the description

    private RouteCompiler(
            RouteEnvironment route,
            String within,
            @Nullable ErrorHandler errorHandler,
            boolean retries,
            boolean handles) {
        this.route = route;
        this.singles = new SingleSteps(route);
        this.within = within;
        this.errorHandler = errorHandler;
        this.retries = retries;
        this.handles = handles;
    }

    /** Compiles a route, and attaches the producers and pools that it needs. */
    public static RouteCode compile(RouteEnvironment route, RouteModel definition, @Nullable Stopwatch stopwatch)
            throws Exception {
        FailurePolicy policy = definition.failurePolicy();
        ErrorHandler handler = policy.handles() ? ErrorHandlers.of(route, policy) : null;
        RouteCompiler compiler = new RouteCompiler(route, "", handler, policy.mayRedeliver(), true);
        compiler.addEntry(definition);
        compiler.addAll(definition.steps());
        if (stopwatch == null) { // it needs the exchange after the last step
            compiler.isEntered = true;
            compiler.markLast();
        }
        compiler.markOnlySend(definition);
        RouteCode code = compiler.code();
        return stopwatch == null ? code : around(Step.of(new TimedRoute(code, stopwatch)), route);
    }

    /** A whole route within a step, which passes on to it what fails before it enters. */
    private static RouteCode around(Step step, RouteEnvironment route) {
        FailureHandlers none = new FailureHandlers(null, List.of(), null);
        return RouteCode.of(new Step[] {step}, none, 1, route.scopes(true));
    }

    private RouteCode code() {
        return RouteCode.of(
                steps.toArray(new Step[0]),
                new FailureHandlers(route.routeId(), regions, handles ? errorHandler : null),
                entrySteps,
                route.scopes(isEntered));
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
    RouteCode again(String part, List<Node> nodes) throws Exception {
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
        RouteCompiler compiler = childCompiler(within, handles && tries == 0 && !fan.shareUnitOfWork(), tries == 0);
        compiler.addAll(nodes, first);
        return compiler.code();
    }

    /** Like {@link #children}, for steps that are created only when a message comes. */
    private Function<Step, RouteCode> childCodes(Node.Fan fan) {
        boolean outermost = tries == 0;
        boolean own = handles && outermost && !fan.shareUnitOfWork();
        String place = within.substring(0, within.length() - INSIDE.length());
        return step -> {
            RouteCompiler compiler = childCompiler(within, own, outermost);
            Step sending = compiler.retried(compiler.intercepted(step, null, place));
            sending.place = place;
            compiler.steps.add(sending);
            return compiler.code();
        };
    }

    private RouteCompiler childCompiler(String within, boolean own, boolean outermost) {
        RouteCompiler compiler = new RouteCompiler(route, within, errorHandler, retries && outermost, own);
        compiler.isEntered = true;
        compiler.addOriginal();
        return compiler;
    }

    /**
     * Adds a step that keeps the original message, if any route of the context needs it. This is the message of the
     * first route, which may have no error handler that needs it.
     */
    private void addOriginal() {
        if (route.engine().keepsOriginals()) {
            steps.add(new Steps.OwnCall(RouteCompiler::keepOriginal));
        }
    }

    // ---- failures

    /** Steps without an error handler: those of an error handler itself. */
    static RouteCode unhandled(RouteEnvironment route, String within, List<Node> nodes) throws Exception {
        RouteCompiler compiler = new RouteCompiler(route, within, null, false, false);
        compiler.addAll(nodes);
        return compiler.code();
    }

    /** The step, wrapped for redelivery if that is configured. */
    private Step retried(Step step) {
        if (!retries || tries > 0 || errorHandler == null) {
            return step;
        }
        return Step.of(new Retry(route.code(step), errorHandler, route.life()));
    }

    private Step intercepted(Step step, @Nullable Node node, String place) {
        List<StepInterceptor> interceptors = route.engine().getStepInterceptors();
        return interceptors.isEmpty() ? step : ObservedSteps.intercepted(route, interceptors, step, node, place);
    }

    // ---- entry and end of a route

    private void addEntry(RouteModel definition) throws Exception {
        addOriginal();
        for (Node.OnCompletion each : definition.completions()) {
            steps.add(new Completion(each, onCompletion(each), route.routeId(), route.routeNumber(), route.context()));
        }
        entrySteps = here();
    }

    /** The steps of an onCompletion, whose failures the error handler of the route handles. */
    private RouteCode onCompletion(Node.OnCompletion node) throws Exception {
        RouteCompiler compiler = childCompiler(ON_COMPLETION, handles, true);
        compiler.addAll(node.steps());
        return compiler.code();
    }

    private static void keepOriginal(Exchange exchange) {
        AbstractExchange kept = (AbstractExchange) exchange;
        if (kept.originalMessage() == null) {
            AbstractExchange original = kept.copy();
            original.end(); // its streams are those of the exchange
            kept.setOriginalMessage(original);
        }
    }

    private void markLast() {
        if (!route.watch().watchers().areNone()) {
            return; // notifiers need the exchange after the last step
        }
        for (int i = 0; i < steps.size(); i++) {
            if (isLast(i)) {
                steps.get(i).markLast();
            }
        }
    }

    private boolean isLast(int position) {
        return Steps.beyondJumps(steps, position + 1) >= steps.size();
    }

    private void markOnlySend(RouteModel definition) {
        for (int i = 0; i < steps.size() && !route.isCalled(); i++) {
            OnlySender able = steps.get(i).onlySender();
            if (able != null && isLast(i) && OnlySend.in(definition)) {
                able.sendsAlone();
            }
        }
    }

    void addAll(List<Node> nodes) throws Exception {
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
            if (node instanceof Node.Mistake mistake) {
                throw ErrorHandlers.refusal(route.routeId(), "step " + place, mistake.what(), mistake.remedy());
            }
            try {
                if (addBlock(node)) {
                    before = null;
                } else {
                    Step step = step(node);
                    before = route.watch().areNone() ? step : ObservedSteps.watched(route, step, node, before);
                    steps.add(retried(intercepted(before, each, place)));
                }
            } catch (ResolveEndpointFailedException | IllegalArgumentException e) {
                throw new FailedToCreateRouteException(route.routeId(), "step " + place + ": " + e.getMessage(), e);
            }
            placeFrom(from, place);
        }
        within = outside;
    }

    /** Adds the steps of a branch, such as a when or a doCatch. */
    void addPart(String name, List<Node> nodes) throws Exception {
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

    int here() {
        return steps.size();
    }

    // ---- steps that contain blocks

    private Step step(Node node) throws Exception {
        Step single = singles.step(node);
        if (single != null) {
            return single;
        } else if (node instanceof Node.Loop loop) {
            return Step.of(new Loop(loop, block(loop.steps()), route.life()));
        } else if (node instanceof Node.Split split) {
            RouteCode block = children(split.steps(), 1, split.fan());
            return singles.fan(new Split(split, block), split.fan(), false);
        } else if (node instanceof Node.Multicast multicast) {
            return singles.fan(new Multicast(branches(multicast)), multicast.fan(), true);
        } else if (node instanceof Node.RecipientList list) {
            return singles.fan(singles.recipients(list, childCodes(list.fan())), list.fan(), true);
        } else if (node instanceof Node.Aggregate aggregate) {
            Aggregator aggregator = route.aggregators().of(aggregate.settings(), () -> aggregator(aggregate));
            return Step.of(new Aggregate(aggregator));
        } else if (node instanceof Node.Idempotent idempotent) {
            return Step.of(new Idempotent(idempotent, block(idempotent.steps())));
        } else if (node instanceof Node.Pipeline step && step.stepId() != null) {
            return Step.of(new NotifyingBlock(
                    step.stepId(), block(step.steps()), route.watch().watchers()));
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
     * An aggregator. Its steps run on an exchange without a waiting sender, so the error handler of the route handles
     * their failures, wherever the block is.
     */
    private Aggregator aggregator(Node.Aggregate node) throws Exception {
        AggregateSettings given = node.settings();
        AggregationStrategy strategy = given.strategy() instanceof Node.NamedStrategy named
                ? NamedProcessors.strategy(route.engine(), named.name())
                : given.strategy();
        AggregateSettings settings = given.with(strategy, route.executor(given.executor()));
        RouteCompiler compiler = new RouteCompiler(route, within, errorHandler, retries, true);
        compiler.isEntered = true;
        compiler.steps.add(new CompletedGroup(strategy));
        compiler.addOriginal(); // after the strategy has made the result
        compiler.entrySteps = compiler.here();
        compiler.addAll(node.steps());
        compiler.markLast();
        Watchers watchers = route.watch().watchers();
        RouteEntry entry = new RouteEntry(
                compiler.code(),
                new Origin(route.context(), null, route.routeId()),
                route.routeNumber(),
                route.aggregators().inflight(),
                watchers.areNone() ? null : watchers);
        return new Aggregator(route.context(), route.aggregators(), settings, entry);
    }

    // ---- blocks compiled to jumps

    private boolean addBlock(Node node) throws Exception {
        if (node instanceof Node.Filter filter) {
            addFilter(filter);
        } else if (node instanceof Node.Choice choice) {
            addChoice(choice);
        } else if (node instanceof Node.Try tried) {
            addTry(tried);
        } else if (node instanceof Node.Pipeline pipeline
                && (pipeline.stepId() == null || !route.watch().watchers().listenToSteps())) {
            addAll(pipeline.steps());
        } else {
            return false;
        }
        return true;
    }

    private void addFilter(Node.Filter filter) throws Exception {
        Steps.Choose choose = new Steps.Choose(filter.predicate());
        steps.add(choose);
        choose.target(0, here());
        addAll(filter.steps());
        choose.target(1, here());
        choose.end(here());
    }

    private void addChoice(Node.Choice choice) throws Exception {
        List<Node.When> whens = choice.whens();
        Predicate[] predicates = new Predicate[whens.size()];
        for (int i = 0; i < predicates.length; i++) {
            predicates[i] = whens.get(i).predicate();
        }
        Steps.Choose choose = new Steps.Choose(predicates);
        steps.add(choose);
        List<Steps.Jump> ends = new ArrayList<>();
        for (int i = 0; i < whens.size(); i++) {
            choose.target(i, here());
            addPart(
                    StepNames.part("when " + (i + 1), whens.get(i).id()),
                    whens.get(i).steps());
            ends.add(addJump());
        }
        choose.target(whens.size(), here());
        addPart(StepNames.part("otherwise", choice.otherwiseId()), choice.otherwise());
        choose.end(here());
        endHere(ends);
    }

    /** Lets the jumps go to the next step. */
    void endHere(List<Steps.Jump> jumps) {
        for (Steps.Jump each : jumps) {
            each.target = here();
        }
    }

    Steps.Jump addJump() {
        Steps.Jump jump = new Steps.Jump();
        steps.add(jump);
        return jump;
    }

    private void addTry(Node.Try tried) throws Exception {
        tries++;
        TryBlock.add(tried, this, steps, regions);
        tries--;
    }
}
