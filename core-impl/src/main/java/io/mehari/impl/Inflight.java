package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.InflightRepository;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What is under way: the counts that routes keep anyway, and the exchanges themselves where routes were told to add them. */
final class Inflight implements InflightRepository {
    private final RoutingContext context;
    private final Set<Exchange> exchanges = Collections.newSetFromMap(new IdentityHashMap<>());

    Inflight(RoutingContext context) {
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
