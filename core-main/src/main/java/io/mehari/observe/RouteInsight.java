package io.mehari.observe;

import io.mehari.Description;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.internal.Insight;

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
}
