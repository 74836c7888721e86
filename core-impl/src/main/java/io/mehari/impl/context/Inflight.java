package io.mehari.impl.context;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.InflightRepository;

/** How many exchanges are in flight, by the counts of the routes. */
record Inflight(RoutingContext context) implements InflightRepository {
    @Override
    public long size() {
        return context.stats().inflight();
    }

    @Override
    public long size(String routeId) {
        Route route = context.getRoute(routeId);
        return route == null ? 0 : route.stats().inflight();
    }
}
