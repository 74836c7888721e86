package io.mehari.impl.compile;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Predicate;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.model.AggregateSettings;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Node;
import io.mehari.builder.model.RouteModel;
import io.mehari.impl.aggregate.Aggregator;
import io.mehari.impl.engine.Completion;
import io.mehari.impl.engine.ErrorHandler;
import io.mehari.impl.engine.FailureHandlers;
import io.mehari.impl.engine.Finally;
import io.mehari.impl.engine.Loop;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Steps;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.observe.StepNames;
import io.mehari.impl.observe.Stopwatch;
import io.mehari.impl.pattern.Idempotent;
import io.mehari.impl.pattern.Multicast;
import io.mehari.impl.pattern.Split;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.internal.OnlySender;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the description of a route into steps: a node becomes one or a few steps, a block becomes jumps. */
public final class RouteCompiler {
    /** The separator between a block and a step in it, in the place of a step. */
    private static final String INSIDE = " > ";

    private final RouteEnvironment route;
    private final SingleSteps singles;
    private final @Nullable ErrorHandler errorHandler;
    private final boolean retries; // whether steps are wrapped for redelivery
    private final boolean handles; // whether failures of these steps go to the error handler
    private final List<Step> steps = new ArrayList<>();
    private final List<FailureHandlers.Region> regions = new ArrayList<>();
    private int tries; // the nesting depth of doTry
    private boolean isEntered; // by messages from outside, and not by a step
    private int entrySteps; // those before the first step of the description

    private RouteCompiler(
            RouteEnvironment route, @Nullable ErrorHandler errorHandler, boolean retries, boolean handles) {
        this.route = route;
        this.singles = new SingleSteps(route);
        this.errorHandler = errorHandler;
        this.retries = retries;
        this.handles = handles;
    }

    /** Compiles a route, and attaches the producers and pools that it needs. */
    public static RouteCode compile(RouteEnvironment route, RouteModel definition, @Nullable Stopwatch stopwatch)
            throws Exception {
        FailurePolicy policy = definition.failurePolicy();
        ErrorHandler handler = policy.handles() ? errorHandler(route, policy) : null;
        RouteCompiler compiler = new RouteCompiler(route, handler, policy.mayRedeliver(), true);
        compiler.addEntry(definition);
        compiler.addAll("", definition.steps(), 1);
        if (stopwatch == null) { // it needs the exchange after the last step
            compiler.isEntered = true;
            compiler.markLast();
        }
        compiler.markOnlySend(definition);
        RouteCode code = compiler.code();
        return stopwatch == null ? code : RouteCode.of(ObservedSteps.timed(code, stopwatch), route.scopes(true));
    }

    private RouteCode code() {
        return RouteCode.of(
                steps.toArray(new Step[0]),
                new FailureHandlers(route.routeId(), regions, handles ? errorHandler : null),
                entrySteps,
                route.scopes(isEntered));
    }

    /** For steps that run as a whole. Within a doTry, their failures go to the catches of that doTry. */
    private RouteCompiler inner(boolean handles) {
        return new RouteCompiler(route, errorHandler, retries && tries == 0, handles && tries == 0);
    }

    /** For steps that an exchange of their own enters. */
    private RouteCompiler entered(boolean handles) {
        RouteCompiler compiler = inner(handles);
        compiler.isEntered = true;
        compiler.addOriginal();
        return compiler;
    }

    private RouteCode code(String within, List<Node> nodes) throws Exception {
        addAll(within, nodes, 1);
        return code();
    }

    /** A block that is run repeatedly, or on another exchange. */
    private RouteCode block(String within, List<Node> nodes) throws Exception {
        return inner(handles).code(within, nodes);
    }

    /**
     * A block for child exchanges. It handles failures itself, unless the children share the unit of work of their
     * parent.
     */
    private RouteCode children(String within, List<Node> nodes, int first, Node.Fan fan) throws Exception {
        RouteCompiler compiler = entered(handles && !fan.shareUnitOfWork());
        compiler.addAll(within, nodes, first);
        return compiler.code();
    }

    /** Like {@link #children}, for steps that are created only when a message comes. */
    private Function<Step, RouteCode> childCodes(String place, Node.Fan fan) {
        RouteCompiler block = inner(handles && !fan.shareUnitOfWork());
        return step -> {
            RouteCompiler compiler = block.entered(block.handles);
            Step sending = compiler.retried(compiler.intercepted(step, null, place));
            sending.place = place;
            compiler.steps.add(sending);
            return compiler.code();
        };
    }

    /**
     * Adds a step that keeps the original message, if any route of the context needs it. This is the message of the
     * first route, which may have no error handler that needs it.
     */
    private void addOriginal() {
        if (route.engine().keepsOriginals) {
            steps.add(new Steps.OwnCall(RouteCompiler::keepOriginal));
        }
    }

    // ---- failures

    private static ErrorHandler errorHandler(RouteEnvironment route, FailurePolicy policy) throws Exception {
        List<ErrorHandler.Clause> clauses = new ArrayList<>();
        for (FailurePolicy.Clause each : policy.clauses()) {
            if (each.handled() != null && each.continued() != null) {
                throw refusal(
                        route,
                        "onException(" + FailurePolicy.names(each.types()) + ")",
                        new IllegalArgumentException("Only one of handled or continued is allowed to be configured"),
                        "handled(...) ends the route, and continued(...) continues it");
            }
            List<Node> steps = each.steps();
            clauses.add(new ErrorHandler.Clause(each, steps.isEmpty() ? null : unhandled(route, "onException", steps)));
        }
        String uri = policy.deadLetterUri();
        RouteCode deadLetters = uri == null
                ? null
                : unhandled(route, "deadLetterChannel", List.of(new Node.To(uri, null, ExchangePattern.InOnly)));
        return new ErrorHandler(
                route.engine(),
                route.routeId(),
                route.watch().watchers(),
                policy,
                clauses,
                deadLetters,
                route.aggregators().inflight());
    }

    /** Steps without an error handler: those of an error handler itself. */
    private static RouteCode unhandled(RouteEnvironment route, String clause, List<Node> nodes) throws Exception {
        return new RouteCompiler(route, null, false, false).code(clause + INSIDE, nodes);
    }

    private static FailedToCreateRouteException refusal(
            RouteEnvironment route, String place, IllegalArgumentException mistake, String remedy) {
        String text = place + ": " + mistake.getMessage() + ": " + remedy;
        return new FailedToCreateRouteException(route.routeId(), text, mistake);
    }

    /** The step, wrapped for redelivery if that is configured. */
    private Step retried(Step step) {
        if (!retries || tries > 0 || errorHandler == null) {
            return step;
        }
        return errorHandler.retrying(route.code(step), route.life());
    }

    private Step intercepted(Step step, @Nullable Node node, String place) {
        List<StepInterceptor> interceptors = route.engine().getStepInterceptors();
        return interceptors.isEmpty() ? step : ObservedSteps.intercepted(route, interceptors, step, node, place);
    }

    // ---- entry and end of a route

    private void addEntry(RouteModel definition) throws Exception {
        addOriginal();
        for (Node.OnCompletion each : definition.completions()) {
            RouteCode block = entered(handles).code("onCompletion" + INSIDE, each.steps());
            steps.add(new Completion(each, block, route.routeId(), route.routeNumber(), route.context()));
        }
        entrySteps = here();
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

    /**
     * Adds steps.
     *
     * @param within the place of their block, with which their places begin
     * @param first the number of the first one in its block
     */
    private void addAll(String within, List<Node> nodes, int first) throws Exception {
        int number = first;
        Step before = null;
        for (Node each : nodes) {
            String place = within + StepNames.place(number++, each);
            int from = here();
            Node node = each instanceof Node.Named named ? named.node() : each;
            if (node instanceof Node.Mistake mistake) {
                throw refusal(route, "step " + place, mistake.what(), mistake.remedy());
            }
            try {
                if (addBlock(node, place + INSIDE)) {
                    before = null;
                } else {
                    Step step = step(node, place);
                    before = route.watch().areNone() ? step : ObservedSteps.watched(route, step, node, before);
                    steps.add(retried(intercepted(before, each, place)));
                }
            } catch (ResolveEndpointFailedException | IllegalArgumentException e) {
                throw new FailedToCreateRouteException(route.routeId(), "step " + place + ": " + e.getMessage(), e);
            }
            for (Step added : steps.subList(from, here())) {
                added.place = added.place == null ? place : added.place;
            }
        }
    }

    /** Adds the steps of a branch, such as a when or a doCatch. */
    private void addPart(String within, String name, List<Node> nodes) throws Exception {
        addAll(within + name + INSIDE, nodes, 1);
    }

    private int here() {
        return steps.size();
    }

    // ---- steps that contain blocks

    private Step step(Node node, String place) throws Exception {
        String within = place + INSIDE;
        Step single = singles.step(node);
        if (single != null) {
            return single;
        } else if (node instanceof Node.Loop loop) {
            return Step.of(new Loop(loop, block(within, loop.steps()), route.life()));
        } else if (node instanceof Node.Split split) {
            RouteCode block = children(within, split.steps(), 1, split.fan());
            return singles.fan(new Split(split, block), split.fan(), false);
        } else if (node instanceof Node.Multicast multicast) {
            return singles.fan(new Multicast(branches(within, multicast)), multicast.fan(), true);
        } else if (node instanceof Node.RecipientList list) {
            return singles.fan(singles.recipients(list, childCodes(place, list.fan())), list.fan(), true);
        } else if (node instanceof Node.Aggregate aggregate) {
            Aggregator aggregator = route.aggregators().of(aggregate.settings(), () -> aggregator(within, aggregate));
            return Step.of(new Steps.OwnCall(aggregator));
        } else if (node instanceof Node.Idempotent idempotent) {
            return Step.of(new Idempotent(idempotent, block(within, idempotent.steps())));
        } else if (node instanceof Node.Pipeline step && step.stepId() != null) {
            return ObservedSteps.told(block(within, step.steps()), route.watch().watchers(), step.stepId());
        }
        throw new IllegalArgumentException("There is no step for " + node);
    }

    private RouteCode[] branches(String within, Node.Multicast multicast) throws Exception {
        RouteCode[] branches = new RouteCode[multicast.steps().size()];
        for (int i = 0; i < branches.length; i++) {
            branches[i] = children(within, List.of(multicast.steps().get(i)), i + 1, multicast.fan());
        }
        return branches;
    }

    /**
     * An aggregator. Its steps run on an exchange without a waiting sender, so the error handler of the route handles
     * their failures, wherever the block is.
     */
    private Aggregator aggregator(String within, Node.Aggregate node) throws Exception {
        AggregateSettings given = node.settings();
        AggregationStrategy strategy = Objects.requireNonNull(route.strategy(given.strategy()));
        AggregateSettings settings = given.with(strategy, route.executor(given.executor()));
        RouteCompiler compiler = new RouteCompiler(route, errorHandler, retries, true);
        compiler.isEntered = true;
        compiler.steps.add(new Steps.OwnCall(exchange -> Aggregator.completed(strategy, exchange)));
        compiler.addOriginal(); // after the strategy has made the result
        compiler.entrySteps = compiler.here();
        compiler.addAll(within, node.steps(), 1);
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

    private boolean addBlock(Node node, String within) throws Exception {
        if (node instanceof Node.Filter filter) {
            addFilter(filter, within);
        } else if (node instanceof Node.Choice choice) {
            addChoice(choice, within);
        } else if (node instanceof Node.Try tried) {
            tries++;
            addTry(tried, within);
            tries--;
        } else if (node instanceof Node.Pipeline pipeline
                && (pipeline.stepId() == null || !route.watch().watchers().listenToSteps())) {
            addAll(within, pipeline.steps(), 1);
        } else {
            return false;
        }
        return true;
    }

    private void addFilter(Node.Filter filter, String within) throws Exception {
        Steps.Choose choose = new Steps.Choose(filter.predicate());
        steps.add(choose);
        choose.target(0, here());
        addAll(within, filter.steps(), 1);
        choose.target(1, here());
        choose.end(here());
    }

    private void addChoice(Node.Choice choice, String within) throws Exception {
        List<Node.When> whens = choice.whens();
        Predicate[] predicates = new Predicate[whens.size()];
        for (int i = 0; i < predicates.length; i++) {
            predicates[i] = whens.get(i).predicate();
        }
        Steps.Choose choose = new Steps.Choose(predicates);
        steps.add(choose);
        List<Steps.Jump> ends = new ArrayList<>();
        for (int i = 0; i < whens.size(); i++) {
            Node.When when = whens.get(i);
            choose.target(i, here());
            addPart(within, StepNames.part("when " + (i + 1), when.id()), when.steps());
            ends.add(addJump());
        }
        choose.target(whens.size(), here());
        addPart(within, StepNames.part("otherwise", choice.otherwiseId()), choice.otherwise());
        choose.end(here());
        endHere(ends);
    }

    /**
     * A doTry: the tried steps, each catch, and then the finally block. The catches are compiled twice because of
     * rollbacks, the finally block because of failures; see {@link FailureHandlers}.
     */
    private void addTry(Node.Try tried, String within) throws Exception {
        List<Steps.Jump> ends = new ArrayList<>();
        List<Finally> afterwards = new ArrayList<>();
        int from = here();
        addAll(within, tried.steps(), 1);
        int to = here();
        ends.add(addJump());
        int catchesFrom = here();
        List<FailureHandlers.Catch> catches = new ArrayList<>();
        for (Node.Catch each : tried.catches()) {
            int target = here();
            String name = StepNames.part("doCatch " + (catches.size() + 1), each.id());
            addPart(within, name, each.steps());
            ends.add(addJump());
            catches.add(new FailureHandlers.Catch(each.types(), each.onWhen(), target, here()));
            afterwards.add(addFinally(within, name, each.steps()));
        }
        int catchesTo = here();
        int finallyAt = FailureHandlers.Region.NO_FINALLY;
        String finallyName = StepNames.part("doFinally", tried.finallyId());
        if (!tried.finallySteps().isEmpty()) {
            finallyAt = here();
            afterwards.add(addFinally(within, finallyName, tried.finallySteps()));
        }
        endHere(ends);
        addPart(within, finallyName, tried.finallySteps());
        for (Finally each : afterwards) {
            each.after = here();
        }
        regions.add(new FailureHandlers.Region(from, to, catches, finallyAt));
        regions.add(new FailureHandlers.Region(catchesFrom, catchesTo, List.of(), finallyAt));
    }

    /** Adds a second copy of a part of a doTry, for use after a failure. */
    private Finally addFinally(String within, String part, List<Node> nodes) throws Exception {
        Finally copy = new Finally(block(within + part + INSIDE, nodes));
        steps.add(copy);
        return copy;
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
}
