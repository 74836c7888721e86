package io.mehari.impl;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteDefinition;
import io.mehari.spi.RouteController;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of one context, by id, and what starts and stops them. */
final class RunningRoutes extends RouteController {
    /*
     * The lock is for the map alone: no route is started or stopped under it, since that may take long and may run what
     * a user wrote. A route has a lock of its own for that.
     *
     * A message that is under way cannot end while its own thread waits for it. So a stop that is asked for from within
     * a route is done by another thread, and the call returns at once.
     */
    private final DefaultRoutingContext context;
    private final Map<String, DefaultRoute> routes = new LinkedHashMap<>();
    private int numbered;

    RunningRoutes(DefaultRoutingContext context) {
        this.context = context;
    }

    // ---- the routes there are

    void add(List<RouteDefinition> definitions, boolean start) {
        List<DefaultRoute> added = new ArrayList<>();
        for (RouteDefinition definition : definitions) {
            added.add(add(definition));
        }
        if (start) {
            start(added);
        }
    }

    private DefaultRoute add(RouteDefinition definition) {
        String id = definition.getId() != null ? definition.getId() : nextId();
        checkNew(id);
        DefaultRoute route = new DefaultRoute(context, definition, id);
        synchronized (this) {
            checkNew(id);
            routes.put(id, route);
        }
        return route;
    }

    private synchronized void checkNew(String id) {
        if (routes.containsKey(id)) {
            throw new FailedToCreateRouteException(
                    id, "there is a route of that id already; give one of them another routeId", null);
        }
    }

    private synchronized String nextId() {
        String id;
        do {
            id = "route" + ++numbered;
        } while (routes.containsKey(id));
        return id;
    }

    boolean remove(String id) {
        DefaultRoute route = find(id);
        if (route == null) {
            return false;
        }
        if (!route.getStatus().isStopped()) {
            throw new IllegalStateException("Route '" + id + "' is " + route.getStatus()
                    + " and cannot be removed: stop it first, with getRouteController().stopRoute(\"" + id + "\")");
        }
        synchronized (this) {
            return routes.remove(id, route);
        }
    }

    private synchronized List<DefaultRoute> inOrder() {
        List<DefaultRoute> order = new ArrayList<>(routes.values());
        order.sort(Comparator.comparingInt(DefaultRoute::getStartupOrder));
        return order;
    }

    List<Route> all() {
        return List.copyOf(inOrder());
    }

    synchronized @Nullable DefaultRoute find(String id) {
        return routes.get(id);
    }

    private synchronized DefaultRoute get(String id) {
        DefaultRoute route = routes.get(id);
        if (route == null) {
            throw new IllegalArgumentException(
                    "There is no route '" + id + "'" + Nearest.suggestion(id, routes.keySet()));
        }
        return route;
    }

    RouteStats stats() {
        RouteStats sum = new RouteStats(0, 0, 0, 0);
        for (DefaultRoute route : inOrder()) {
            sum = sum.plus(route.stats());
        }
        return sum;
    }

    // ---- all of them

    private static void start(List<DefaultRoute> some) {
        List<DefaultRoute> order = new ArrayList<>(some);
        order.sort(Comparator.comparingInt(DefaultRoute::getStartupOrder));
        for (DefaultRoute route : order) {
            if (route.isAutoStartup()) {
                route.start();
            }
        }
    }

    void startAll() {
        start(inOrder());
    }

    /** The last to start is the first to stop: first the intake of all, then, when all is quiet, the rest of each. */
    void stopAll() {
        List<DefaultRoute> order = inOrder();
        Collections.reverse(order);
        order.forEach(DefaultRoute::closeIntake);
        awaitQuiet(order, shutdown().getTimeout());
        order.forEach(DefaultRoute::end);
    }

    void suspendAll() {
        List<DefaultRoute> order = inOrder();
        Collections.reverse(order);
        order.forEach(DefaultRoute::suspend);
    }

    void resumeAll() {
        inOrder().forEach(DefaultRoute::resume);
    }

    private ShutdownStrategy shutdown() {
        return context.getRoutingContextExtension().getShutdownStrategy();
    }

    private boolean awaitQuiet(List<DefaultRoute> some, Duration timeout) {
        List<Route> waitedFor = new ArrayList<>(some);
        waitedFor.removeIf(route -> route.getStatus().isStopped());
        long end = System.nanoTime() + timeout.toNanos();
        Map<String, Long> leftOver = shutdown().awaitQuiet(waitedFor, timeout);
        while (leftOver.isEmpty() && end - System.nanoTime() > 0 && completeGroups(some)) {
            leftOver = shutdown().awaitQuiet(waitedFor, Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
        if (!leftOver.isEmpty()) {
            Log.warn(
                    RunningRoutes.class,
                    "Context " + context.getName() + ": after " + timeout + " these messages were not done, by route: "
                            + leftOver);
        }
        return leftOver.isEmpty();
    }

    /** What was gathered goes on when nothing else is to come; it may open groups elsewhere. */
    private static boolean completeGroups(List<DefaultRoute> some) {
        boolean any = false;
        for (DefaultRoute route : some) {
            any |= route.completeGroups();
        }
        return any;
    }

    // ---- one of them

    @Override
    public ServiceStatus getRouteStatus(String routeId) {
        DefaultRoute route = find(routeId);
        return route == null ? ServiceStatus.Stopped : route.getStatus();
    }

    @Override
    public void startRoute(String routeId) {
        DefaultRoute route = get(routeId);
        context.checkStarted("start route '" + routeId + "'");
        route.start();
    }

    @Override
    public boolean stopRoute(String routeId, @Nullable Duration timeout) {
        DefaultRoute route = get(routeId);
        if (WithinRoute.isThisThread()) {
            context.elsewhere("stop-" + routeId, () -> stop(route, timeout));
            return false;
        }
        return stop(route, timeout);
    }

    private boolean stop(DefaultRoute route, @Nullable Duration timeout) {
        route.closeToAll();
        boolean quiet = awaitQuiet(
                List.of(route), timeout != null ? timeout : shutdown().getTimeout());
        route.end();
        return quiet;
    }

    @Override
    public void suspendRoute(String routeId) {
        get(routeId).suspend();
    }

    @Override
    public void resumeRoute(String routeId) {
        get(routeId).resume();
    }
}
