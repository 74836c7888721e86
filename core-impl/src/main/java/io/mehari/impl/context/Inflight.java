package io.mehari.impl.context;

import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.InflightRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The exchanges in flight: uses the counts of the routes, and has exchanges only if routes keep them. */
final class Inflight implements InflightRepository {
    final Set<Exchange> kept = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    private final RoutingContext context;

    Inflight(RoutingContext context) {
        this.context = context;
    }

    @Override
    public long size() {
        return context.stats().inflight();
    }

    @Override
    public long size(String routeId) {
        Route route = context.getRoute(routeId);
        return route == null ? 0 : route.stats().inflight();
    }

    @Override
    public Collection<Exchange> browse() {
        return List.copyOf(kept);
    }
}
