package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.InflightRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The context's own repository of exchanges in flight: uses the counts of the routes, and keeps exchanges only if
 * routes add them.
 */
public final class Inflight implements InflightRepository {
    private final RoutingContext context;
    private final Set<Exchange> exchanges = Collections.newSetFromMap(new IdentityHashMap<>());

    public Inflight(RoutingContext context) {
        this.context = context;
    }

    @Override
    public void add(Exchange exchange, String routeId) {
        synchronized (exchanges) {
            exchanges.add(exchange);
        }
    }

    @Override
    public void remove(Exchange exchange, String routeId) {
        synchronized (exchanges) {
            exchanges.remove(exchange);
        }
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
        synchronized (exchanges) {
            return List.copyOf(exchanges);
        }
    }
}
