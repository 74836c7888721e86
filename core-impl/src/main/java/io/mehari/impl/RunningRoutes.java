package io.mehari.impl;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.builder.RouteDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of one context, by id. */
final class RunningRoutes {
    private final DefaultRoutingContext context;
    private final Map<String, DefaultRoute> routes = new LinkedHashMap<>();
    private int numbered;

    RunningRoutes(DefaultRoutingContext context) {
        this.context = context;
    }

    synchronized void add(List<RouteDefinition> definitions, boolean start) {
        List<DefaultRoute> added = new ArrayList<>();
        for (RouteDefinition definition : definitions) {
            String id = definition.getId() != null ? definition.getId() : nextId();
            if (routes.containsKey(id)) {
                throw new FailedToCreateRouteException(
                        id, "there is a route of that id already; give one of them another routeId", null);
            }
            DefaultRoute route = new DefaultRoute(context, definition, id);
            routes.put(id, route);
            added.add(route);
        }
        if (start) {
            start(added);
        }
    }

    private String nextId() {
        String id;
        do {
            id = "route" + ++numbered;
        } while (routes.containsKey(id));
        return id;
    }

    private static void start(List<DefaultRoute> some) {
        some.stream()
                .filter(DefaultRoute::isAutoStartup)
                .sorted(Comparator.comparingInt(DefaultRoute::getStartupOrder))
                .forEach(DefaultRoute::start);
    }

    synchronized void startAll() {
        start(List.copyOf(routes.values()));
    }

    /** The last to start is the first to stop. */
    synchronized void stopAll() {
        List<DefaultRoute> order = new ArrayList<>(routes.values());
        order.sort(Comparator.comparingInt(DefaultRoute::getStartupOrder).reversed());
        order.forEach(DefaultRoute::stop);
    }

    synchronized List<Route> all() {
        List<Route> order = new ArrayList<>(routes.values());
        order.sort(Comparator.comparingInt(route -> ((DefaultRoute) route).getStartupOrder()));
        return order;
    }

    synchronized @Nullable Route find(String id) {
        return routes.get(id);
    }

    synchronized DefaultRoute get(String id) {
        DefaultRoute route = routes.get(id);
        if (route == null) {
            throw new IllegalArgumentException(
                    "There is no route '" + id + "'" + Nearest.suggestion(id, routes.keySet()));
        }
        return route;
    }
}
