package io.mehari.impl.context;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.base.Nearest;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.spi.Log;
import io.mehari.spi.RouteController;
import io.mehari.spi.RouteStartupOrder;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The routes of one context by id; starts and stops them. */
public final class RunningRoutes extends RouteController {
    /*
     * The lock guards only the map. No route is started or stopped under it, because that may take long and may run
     * user code; each route has a lock of its own for that.
     *
     * A message in flight cannot end while its own thread waits for it. So a stop that is requested from within a route
     * runs on another thread, and the call returns at once, or after a while if it is a route of another context.
     */
    private final AbstractRoutingContext context;
    private final Map<String, DefaultRoute> routes = new LinkedHashMap<>();
    private int numbered;

    /** Routes that the context starts or resumes next. While `open` is set, the thread that adds a route starts it. */
    private final Set<DefaultRoute> waiting = new LinkedHashSet<>();

    private boolean open;

    RunningRoutes(AbstractRoutingContext context) {
        this.context = context;
    }

    // ---- adding and removing

    /** Adds all routes or none. In a started context they are started; if one fails, none is added. */
    void add(List<RouteDefinition> definitions) {
        Map<String, DefaultRoute> batch = new LinkedHashMap<>();
        boolean added = false;
        try {
            for (RouteDefinition definition : definitions) {
                String id = definition.getId() != null ? definition.getId() : nextId();
                checkNew(id, batch);
                checkOrder(id, definition.getStartupOrder(), batch.values());
                checkSteps(id, definition);
                if (definition.needsOriginal()) {
                    context.services().keepOriginals();
                }
                batch.put(id, new DefaultRoute(context, definition, id));
            }
            if (put(batch)) {
                start(batch.values());
                MistypedDirect.warn(context, inOrder());
            }
            added = true;
        } finally {
            if (!added) {
                batch.values().forEach(this::takeBack);
            }
        }
    }

    /** Stores the routes. Returns whether the caller must start them; else the start of the context does. */
    private synchronized boolean put(Map<String, DefaultRoute> batch) {
        for (DefaultRoute route : batch.values()) {
            checkNew(route.getRouteId(), Map.of());
            checkOrder(route.getRouteId(), route.getStartupOrder(), routes.values());
        }
        routes.putAll(batch);
        if (!open) {
            waiting.addAll(batch.values());
        }
        return open;
    }

    private void takeBack(DefaultRoute route) {
        boolean known;
        synchronized (this) {
            known = routes.remove(route.getRouteId(), route);
            waiting.remove(route);
        }
        if (known && !route.getStatus().isStopped()) {
            stop(route, shutdown().getTimeout());
        }
        route.giveEndpointsBack();
    }

    private synchronized void checkNew(String id, Map<String, DefaultRoute> batch) {
        if (routes.containsKey(id) || batch.containsKey(id)) {
            throw new FailedToCreateRouteException(
                    id, "there is already a route with this id; give one of them another routeId", null);
        }
    }

    private static void checkSteps(String id, RouteDefinition definition) {
        if (definition.getSteps().isEmpty()) {
            throw new FailedToCreateRouteException(id, "it has no steps; add one, as in to(\"log:done\")", null);
        }
    }

    private static void checkOrder(String id, int order, Collection<DefaultRoute> others) {
        for (DefaultRoute each : others) {
            if (order != RouteDefinition.NO_ORDER && each.getStartupOrder() == order) {
                throw new FailedToCreateRouteException(
                        id,
                        "route " + each.getRouteId() + " already has startupOrder " + order
                                + "; give each route a different number",
                        null);
            }
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
        if (!route.markRemoved()) {
            throw new IllegalStateException("Route '" + id + "' is " + route.getStatus()
                    + " and cannot be removed: stop it first, with getRouteController().stopRoute(\"" + id + "\")");
        }
        boolean removed;
        synchronized (this) {
            waiting.remove(route);
            removed = routes.remove(id, route);
        }
        if (removed) {
            route.giveEndpointsBack();
            context.services().lifecycles().routeRemoved(route);
        }
        return removed;
    }

    private synchronized List<DefaultRoute> inOrder() {
        return inOrder(routes.values());
    }

    private static List<DefaultRoute> inOrder(Collection<DefaultRoute> some) {
        List<DefaultRoute> order = new ArrayList<>(some);
        if (!isInOrder(order)) {
            order.sort(Comparator.comparingInt(DefaultRoute::getStartupOrder));
        }
        return order;
    }

    /** Usually true, as few routes have a startupOrder; then no class is loaded to sort them. */
    private static boolean isInOrder(List<DefaultRoute> some) {
        int last = Integer.MIN_VALUE;
        for (DefaultRoute each : some) {
            if (each.getStartupOrder() < last) {
                return false;
            }
            last = each.getStartupOrder();
        }
        return true;
    }

    List<Route> all() {
        return List.copyOf(inOrder());
    }

    /** The routes that run, by the time of their start. */
    List<RouteStartupOrder> started() {
        Map<Integer, RouteStartupOrder> started = new TreeMap<>();
        for (DefaultRoute route : inOrder()) {
            int start = route.startNumber();
            if (start > 0) {
                started.put(start, route);
            }
        }
        return List.copyOf(started.values());
    }

    synchronized @Nullable DefaultRoute find(String id) {
        Objects.requireNonNull(id, "routeId is null; give the id of a route");
        return routes.get(id);
    }

    private synchronized DefaultRoute get(String id) {
        DefaultRoute route = find(id);
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

    // ---- all routes

    private static void start(Collection<DefaultRoute> some) {
        for (DefaultRoute route : inOrder(some)) {
            if (route.isAutoStartup()) {
                route.start();
            }
        }
    }

    void startAll() {
        synchronized (this) {
            waiting.clear();
            waiting.addAll(routes.values());
        }
        startWaiting();
        MistypedDirect.warn(context, inOrder());
    }

    /** Starts the waiting routes, including those that are added meanwhile. */
    private void startWaiting() {
        for (List<DefaultRoute> some = takeWaiting(); !some.isEmpty(); some = takeWaiting()) {
            start(some);
        }
    }

    private synchronized List<DefaultRoute> takeWaiting() {
        List<DefaultRoute> some = List.copyOf(waiting);
        waiting.clear();
        open = some.isEmpty();
        return some;
    }

    private synchronized void close() {
        open = false;
    }

    /**
     * Stops all routes in the reverse order of their start: closes the intake of each, waits until all are quiet, and
     * ends each.
     */
    void stopAll() {
        close();
        List<DefaultRoute> order = inOrder();
        if (shutdown().isShutdownRoutesInReverseOrder()) {
            Collections.reverse(order);
        }
        List<DefaultRoute> deferred = new ArrayList<>();
        List<DefaultRoute> others = new ArrayList<>();
        for (DefaultRoute each : order) {
            (each.isDeferred() ? deferred : others).add(each);
        }
        Duration timeout = shutdown().getTimeout();
        for (DefaultRoute each : others) {
            each.closeIntake();
        }
        if (!deferred.isEmpty()) {
            long begin = Threading.nanoTime();
            shutdown().awaitQuiet(notStopped(others), timeout);
            deferred.forEach(DefaultRoute::closeIntake);
            timeout =
                    timeout.minusNanos(Math.min(DefaultShutdownStrategy.nanos(timeout), Threading.nanoTime() - begin));
        }
        awaitQuiet(order, timeout);
        for (DefaultRoute each : order) {
            each.end();
        }
    }

    void suspendAll() {
        close();
        List<DefaultRoute> order = inOrder();
        Collections.reverse(order);
        order.forEach(DefaultRoute::suspend);
    }

    void resumeAll() {
        inOrder().forEach(DefaultRoute::resume);
        startWaiting();
    }

    private ShutdownStrategy shutdown() {
        return context.getRoutingContextExtension().getShutdownStrategy();
    }

    private boolean awaitQuiet(List<DefaultRoute> some, Duration timeout) {
        List<Route> waitedFor = notStopped(some);
        long end = Threading.nanoTime() + DefaultShutdownStrategy.nanos(timeout);
        Map<String, Long> leftOver = shutdown().awaitQuiet(waitedFor, timeout);
        while (leftOver.isEmpty() && end - Threading.nanoTime() > 0 && completeGroups(some)) {
            leftOver = shutdown().awaitQuiet(waitedFor, Duration.ofNanos(Math.max(0, end - Threading.nanoTime())));
        }
        if (leftOver.isEmpty()) {
            for (DefaultRoute route : some) {
                route.closeToGroups();
            }
            leftOver = shutdown().awaitQuiet(waitedFor, Duration.ofNanos(Math.max(0, end - Threading.nanoTime())));
        }
        if (!leftOver.isEmpty()) {
            Log.warn(
                    RunningRoutes.class,
                    "Context " + context.getName() + ": stopped after " + timeout
                            + " with messages still in flight, by route: " + leftOver);
        }
        return leftOver.isEmpty();
    }

    private static List<Route> notStopped(List<DefaultRoute> some) {
        List<Route> running = new ArrayList<>();
        for (DefaultRoute route : some) {
            if (!route.getStatus().isStopped()) {
                running.add(route);
            }
        }
        return running;
    }

    /** Completes open groups when no other message is to come. This may open groups of other aggregators. */
    private static boolean completeGroups(List<DefaultRoute> some) {
        boolean any = false;
        for (DefaultRoute route : some) {
            any |= route.completeGroups();
        }
        return any;
    }

    // ---- single routes

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
    public void startAllRoutes() {
        context.checkStarted("start its routes");
        for (DefaultRoute route : inOrder()) {
            route.start();
        }
    }

    @Override
    public boolean stopRoute(String routeId, @Nullable Duration timeout) {
        DefaultRoute route = get(routeId);
        Duration limit = timeout != null ? timeout : shutdown().getTimeout();
        if (WithinRoute.isThisThread()) {
            AtomicBoolean quiet = new AtomicBoolean();
            context.stopElsewhere("stop-" + routeId, () -> quiet.set(stop(route, limit)), limit);
            return quiet.get();
        }
        return stop(route, limit);
    }

    private boolean stop(DefaultRoute route, Duration limit) {
        boolean interrupted = Thread.interrupted();
        try {
            route.closeToAll();
            boolean quiet = awaitQuiet(List.of(route), limit);
            route.end();
            return quiet;
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
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
