package io.mehari.impl.compile;

import io.mehari.builder.model.Node;
import io.mehari.builder.model.StepNames;
import io.mehari.impl.engine.FailureHandlers.Catch;
import io.mehari.impl.engine.FailureHandlers.Region;
import io.mehari.impl.engine.Finally;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * Compiles a doTry: the tried steps, each catch, and then the finally block. The catches are compiled twice because of
 * rollbacks, the finally block because of failures; see {@link io.mehari.impl.engine.FailureHandlers}.
 */
final class TryBlock {
    private final RouteCompiler route;
    private final List<Step> steps;
    private final List<Steps.Jump> ends = new ArrayList<>();
    private final List<Finally> afterwards = new ArrayList<>();

    private TryBlock(RouteCompiler route, List<Step> steps) {
        this.route = route;
        this.steps = steps;
    }

    /** Adds the steps to those of the route, and the regions of their failures. */
    static void add(Node.Try tried, RouteCompiler route, List<Step> steps, List<Region> regions) throws Exception {
        new TryBlock(route, steps).add(tried, regions);
    }

    private void add(Node.Try tried, List<Region> regions) throws Exception {
        int from = route.here();
        route.addAll(tried.steps());
        int to = route.here();
        ends.add(route.addJump());
        int catchesFrom = route.here();
        List<Catch> catches = catches(tried);
        int catchesTo = route.here();
        int finallyAt = Region.NO_FINALLY;
        String finallyName = StepNames.part("doFinally", tried.finallyId());
        if (!tried.finallySteps().isEmpty()) {
            finallyAt = route.here();
            addFinally(finallyName, tried.finallySteps());
        }
        route.endHere(ends);
        route.addPart(finallyName, tried.finallySteps());
        for (Finally each : afterwards) {
            each.after = route.here();
        }
        regions.add(new Region(from, to, catches, finallyAt));
        regions.add(new Region(catchesFrom, catchesTo, List.of(), finallyAt));
    }

    private List<Catch> catches(Node.Try tried) throws Exception {
        List<Catch> catches = new ArrayList<>();
        int number = 1;
        for (Node.Catch each : tried.catches()) {
            int target = route.here();
            String name = StepNames.part("doCatch " + number++, each.id());
            route.addPart(name, each.steps());
            ends.add(route.addJump());
            catches.add(new Catch(each.types(), each.onWhen(), target, route.here()));
            addFinally(name, each.steps());
        }
        return catches;
    }

    /** Adds a second copy of a part, for use after a failure. */
    private void addFinally(String part, List<Node> nodes) throws Exception {
        Finally copy = new Finally(route.again(part, nodes));
        afterwards.add(copy);
        steps.add(copy);
    }
}
