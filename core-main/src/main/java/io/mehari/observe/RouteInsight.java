package io.mehari.observe;

import io.mehari.Description;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.observe.StepWatch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What this jar adds to the core, which finds it by {@link java.util.ServiceLoader}. */
public final class RouteInsight implements Insight {

    @Override
    public Description describe(RoutingContext context) {
        return RouteDescriber.of(context);
    }

    @Override
    public Description describe(Route route) {
        return RouteDescriber.of(route).describe();
    }

    @Override
    public Description explain(Route route, Throwable failure) {
        return RouteDescriber.of(route).explain(failure);
    }

    @Override
    public StepWatch history(String routeId, String node, @Nullable StepWatch before) {
        return new HistoryWatch(routeId, node, before);
    }

    @Override
    public StepWatch tracing(String routeId, String node) {
        return new TraceWatch(routeId, node);
    }

    @Override
    public void started(RoutingContext context, long nanos) {
        LifeLines.started(context, nanos);
    }

    @Override
    public void stopped(RoutingContext context, long nanos, Map<String, Long> left) {
        LifeLines.stopped(context, nanos, left);
    }
}
