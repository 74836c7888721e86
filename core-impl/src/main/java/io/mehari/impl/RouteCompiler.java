package io.mehari.impl;

import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.builder.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes steps of a description: each node becomes a few steps, blocks become jumps. */
final class RouteCompiler {

    /** Numbers the properties in which failures wait: blocks may be nested, each has its own. */
    private static final AtomicInteger PENDING = new AtomicInteger();

    private final DefaultRoutingContext context;
    private final List<Producer> producers;
    private final List<Step> steps = new ArrayList<>();
    private final List<FailureHandlers.Region> regions = new ArrayList<>();

    private RouteCompiler(DefaultRoutingContext context, List<Producer> producers) {
        this.context = context;
        this.producers = producers;
    }

    /**
     * Compiles a route or a block.
     *
     * @param producers where the producers that it needs are added, to be started and stopped with the route
     */
    static RouteCode compile(DefaultRoutingContext context, List<Node> nodes, List<Producer> producers)
            throws Exception {
        RouteCompiler compiler = new RouteCompiler(context, producers);
        compiler.addAll(nodes);
        return new RouteCode(compiler.steps.toArray(Step[]::new), new FailureHandlers(compiler.regions));
    }

    private RouteCode block(List<Node> nodes) throws Exception {
        return compile(context, nodes, producers);
    }

    private void addAll(List<Node> nodes) throws Exception {
        for (Node node : nodes) {
            if (!addBlock(node)) {
                steps.add(step(node));
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
            System.Logger logger = System.getLogger("io.mehari.route");
            return new Steps.Call(exchange -> {
                if (logger.isLoggable(log.level())) {
                    logger.log(log.level(), String.valueOf(log.text().evaluate(exchange)));
                }
            });
        } else if (node instanceof Node.Loop loop) {
            return new Loop(loop.count(), loop.whileTrue(), loop.copy(), block(loop.steps()));
        } else if (node instanceof Node.Split split) {
            return new Split(split.parts(), split.fan(), exchanges(), block(split.steps()));
        } else if (node instanceof Node.Multicast multicast) {
            RouteCode[] ways = new RouteCode[multicast.steps().size()];
            for (int i = 0; i < ways.length; i++) {
                ways[i] = block(List.of(multicast.steps().get(i)));
            }
            return new Multicast(multicast.fan(), exchanges(), ways);
        }
        throw new IllegalArgumentException("There is no step for " + node);
    }

    private io.mehari.spi.ExchangeFactory exchanges() {
        return context.getRoutingContextExtension().getExchangeFactory();
    }

    private static Step processStep(Processor processor) {
        return processor instanceof AsyncProcessor async ? new Steps.CallAsync(async) : new Steps.Call(processor);
    }

    private Step toStep(Node.To to) throws Exception {
        Endpoint endpoint = to.endpoint();
        if (endpoint == null) {
            endpoint = context.getEndpoint(java.util.Objects.requireNonNull(to.uri()));
        }
        if (endpoint instanceof DirectEndpoint direct) {
            return new Direct(direct);
        }
        Producer producer = endpoint.createProducer();
        producers.add(producer);
        return processStep(producer);
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
        regions.add(new FailureHandlers.Region(from, to, catches, failing, pending));
        regions.add(new FailureHandlers.Region(catchesFrom, catchesTo, List.of(), failing, pending));
    }
}
