package io.mehari.impl.context;

import io.mehari.Component;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutesBuilder;
import io.mehari.RuntimeRoutingException;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownRoute;
import io.mehari.builder.RouteDefinition;
import io.mehari.builder.model.RouteModel;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.base.Millis;
import io.mehari.impl.engine.Waits;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.RouteController;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.KeepingComponent;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The routes of one context by id; starts and stops them. */
public final class RunningRoutes extends RouteController implements Service, InflightRepository {
    /*
     * The lock guards only the map. No route is started or stopped under it, because that may take long and may run
     * user code; each route has a lock of its own for that.
     *
     * A message in flight cannot end while its own thread waits for it. So a stop that is requested from within a route
     * runs on another thread, and the call waits for it only as long as messages end.
     */
    private final AbstractRoutingContext context;
    private final Map<String, DefaultRoute> routes = new LinkedHashMap<>();
    private final Map<Integer, DefaultRoute> ordered = new HashMap<>(); // by their startupOrder, if they have one
    private final IdentityHashMap<Service, Hold> services = new IdentityHashMap<>();
    private int numbered;

    /** Routes that the context starts or resumes next. While `open` is set, the thread that adds a route starts it. */
    private final Set<DefaultRoute> waiting = new LinkedHashSet<>();

    private boolean open;
    private final Log mistyped = new Log(RunningRoutes.class);
    private final Nearest.Seldom nearest = new Nearest.Seldom();

    /** What the last stop of all routes has left, by route. */
    private volatile Map<String, Long> left = Map.of();

    RunningRoutes(AbstractRoutingContext context) {
        this.context = context;
    }

    // ---- adding and removing

    void add(RoutesBuilder builder) {
        try {
            add(builder.describe(context));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new RuntimeRoutingException(e);
        }
    }

    /** Adds all routes or none. In a started context they are started; if one fails, none is added. */
    private void add(List<RouteDefinition> definitions) {
        Map<String, DefaultRoute> batch = new LinkedHashMap<>();
        boolean added = false;
        try {
            for (RouteDefinition each : definitions) {
                RouteModel definition = each.model();
                String id = definition.id() != null ? definition.id() : nextId();
                checkNew(id, batch);
                checkSteps(id, definition);
                if (definition.failurePolicy().needsOriginal()) {
                    context.services.keepsOriginals = true;
                }
                batch.put(id, new DefaultRoute(context, definition, id));
            }
            if (put(batch)) {
                start(batch.values());
                StartCheck.warnOfDirect(context);
            }
            added = true;
        } finally {
            if (!added) {
                batch.values().forEach(this::takeBack);
            }
        }
    }

    void replace(String id, RouteModel definition) {
        checkSteps(id, definition);
        Map<String, DefaultRoute> changed = Map.of(id, new DefaultRoute(context, definition, id));
        remove(id);
        if (put(changed)) {
            start(changed.values());
        }
    }

    /** Stores the routes. Returns whether the caller must start them; else the start of the context does. */
    private synchronized boolean put(Map<String, DefaultRoute> batch) {
        for (DefaultRoute route : batch.values()) {
            checkNew(route.getRouteId(), Map.of());
            takeOrder(route);
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
            forget(route);
        }
        if (known && !route.getStatus().isStopped()) {
            stop(route, shutdown().getTimeout());
        }
        if (known) {
            context.services.waits.open(route.getRouteId());
        }
        route.giveEndpointsBack();
    }

    private void forget(DefaultRoute route) {
        waiting.remove(route);
        ordered.remove(route.definition.startupOrder(), route);
    }

    private synchronized void checkNew(String id, Map<String, DefaultRoute> batch) {
        if (routes.containsKey(id) || batch.containsKey(id)) {
            throw new FailedToCreateRouteException(
                    id, "there is already a route with this id; give one of them another routeId", null);
        }
    }

    private static void checkSteps(String id, RouteModel definition) {
        if (definition.steps().isEmpty()) {
            throw new FailedToCreateRouteException(id, "it has no steps; add one, as in to(\"log:done\")", null);
        }
    }

    private void takeOrder(DefaultRoute route) {
        int order = route.definition.startupOrder();
        DefaultRoute other = order == RouteModel.NO_ORDER ? null : ordered.putIfAbsent(order, route);
        if (other != null) {
            throw new FailedToCreateRouteException(
                    route.getRouteId(),
                    "route " + other.getRouteId() + " already has startupOrder " + order
                            + "; give each route a different number",
                    null);
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
        DefaultRoute route = ask(id);
        if (route == null) {
            return false;
        }
        if (!route.markRemoved()) {
            throw new IllegalStateException("Route '" + id + "' is " + route.getStatus()
                    + " and cannot be removed: stop it first, with getRouteController().stopRoute(\"" + id + "\")");
        }
        boolean removed;
        synchronized (this) {
            forget(route);
            removed = routes.remove(id, route);
        }
        if (removed) {
            context.services.waits.open(id);
            route.giveEndpointsBack();
            context.services.lifecycles.routeRemoved(route);
        }
        return removed;
    }

    private synchronized List<DefaultRoute> inOrder() {
        return ordered(routes.values());
    }

    /** By their startupOrder, else in the order in which they were added. */
    private static List<DefaultRoute> ordered(Collection<DefaultRoute> some) {
        List<DefaultRoute> order = new ArrayList<>(some);
        Collections.sort(order);
        return order;
    }

    List<Route> all() {
        return List.copyOf(inOrder());
    }

    synchronized @Nullable DefaultRoute find(String id) {
        Objects.requireNonNull(id, "routeId is null; give the id of a route");
        return routes.get(id);
    }

    private DefaultRoute get(String id) {
        DefaultRoute route = find(id);
        if (route == null) {
            throw new IllegalArgumentException(unknown(id));
        }
        return route;
    }

    private String unknown(String id) {
        return "Context " + context.getName() + ": there is no route '" + SafeText.of(id) + "'"
                + Nearest.suggestion(id, ids()) + " [MH-42]";
    }

    /** For a caller that gets null: an id that is nearly one of a route is probably mistyped. */
    @Nullable
    DefaultRoute ask(String id) {
        DefaultRoute route = find(id);
        if (route == null && !nearest.of(id, this::ids).isEmpty() && mistyped.isDue()) {
            mistyped.warnOnceAMinute(unknown(id), null);
        }
        return route;
    }

    /** A copy, so that names are compared outside of the lock. */
    private synchronized List<String> ids() {
        return List.copyOf(routes.keySet());
    }

    RouteStats stats() {
        RouteStats sum = RouteStats.NONE;
        for (DefaultRoute route : inOrder()) {
            sum = sum.plus(route.stats());
        }
        for (Component each : context.services.endpoints.components()) {
            sum = each instanceof KeepingComponent keeps ? sum.plus(stats(keeps)) : sum;
        }
        return sum;
    }

    @Override
    public long size() {
        return stats().inflight();
    }

    @Override
    public long size(String routeId) {
        DefaultRoute route = ask(routeId);
        return route == null ? 0 : route.stats().inflight();
    }

    private static RouteStats stats(KeepingComponent component) {
        try {
            return component.stats();
        } catch (Throwable e) { // law S4: a queue may be the user's
            return RouteStats.NONE;
        }
    }

    /** The number of messages that have ended. It only grows. */
    long ended() {
        long sum = 0;
        for (DefaultRoute route : inOrder()) {
            sum += route.ended();
        }
        return sum;
    }

    // ---- all routes

    private static void start(Collection<DefaultRoute> some) {
        for (DefaultRoute route : ordered(some)) {
            if (route.definition.autoStartup()) {
                route.startUnlessRemoved();
            }
        }
    }

    @Override
    public void start() {
        synchronized (this) {
            waiting.clear();
            waiting.addAll(routes.values());
        }
        startWaiting();
        StartCheck.warnOfDirect(context);
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

    private synchronized void shut() {
        open = false;
    }

    /**
     * Stops all routes in the reverse order of their start: closes the intake of each, waits until all are quiet, and
     * ends each. What is called again after the heap or the stack was full goes on with what has not stopped (law S4).
     */
    @Override
    public void stop() {
        shut();
        left = Map.of();
        List<DefaultRoute> order = inOrder();
        Collections.reverse(order);
        List<DefaultRoute> deferred = new ArrayList<>();
        try {
            for (DefaultRoute each : order) {
                if (each.definition.shutdownRoute() == ShutdownRoute.Defer) {
                    deferred.add(each);
                } else {
                    each.closeIntake();
                }
            }
            left = drain(null, order, deferred, shutdown().getTimeout());
        } finally {
            for (DefaultRoute each : order) {
                each.end();
            }
        }
    }

    /**
     * Waits until all are quiet; the intake of deferred ones is closed when the others are quiet. What is left after
     * the limit is given up.
     *
     * @param routeId null if it is not one route that stops, but all
     * @return what is left, by route
     */
    private Map<String, Long> drain(
            @Nullable String routeId, List<DefaultRoute> all, List<DefaultRoute> deferred, Duration limit) {
        long end = Threading.nanoTime() + DefaultShutdownStrategy.nanos(limit);
        Waits.Stop waits =
                context.services.waits.begin(routeId, limit, shutdown().getDelays(), end);
        boolean quiet = false;
        try {
            if (!deferred.isEmpty()) {
                List<DefaultRoute> others = new ArrayList<>(all);
                others.removeAll(deferred);
                awaitQuiet(others, end);
                deferred.forEach(DefaultRoute::closeIntake);
            }
            Map<String, Long> leftOver = awaitQuietWithGroups(all, end);
            quiet = leftOver.isEmpty();
            if (!quiet) {
                Log.warn(
                        Log.CONTEXT,
                        "Context " + context.getName() + ": stopped "
                                + (end - Threading.nanoTime() > 0 ? "within " : "after ") + Millis.words(limit)
                                + " with messages still in flight, by route: " + leftOver + "; give it longer with"
                                + " getShutdownStrategy().setTimeout(...), or see what their steps wait for [MH-54]");
            }
            return leftOver;
        } finally {
            waits.end();
            if (!quiet) {
                DefaultShutdownStrategy.giveUp(all);
            }
        }
    }

    private Map<String, Long> awaitQuietWithGroups(List<DefaultRoute> all, long end) {
        Map<String, Long> leftOver = awaitQuiet(all, end);
        while (leftOver.isEmpty() && end - Threading.nanoTime() > 0 && completeGroups(all)) {
            leftOver = awaitQuiet(all, end);
        }
        if (leftOver.isEmpty()) {
            for (DefaultRoute route : all) {
                route.inflight.close(); // from now on no group enters, even if its time is up
            }
            leftOver = awaitQuiet(all, end); // for groups that had entered before
        }
        return leftOver;
    }

    private Map<String, Long> awaitQuiet(List<DefaultRoute> some, long end) {
        List<Route> running = new ArrayList<>();
        for (DefaultRoute route : some) {
            if (!route.getStatus().isStopped()) {
                running.add(route);
            }
        }
        return shutdown().awaitQuiet(running, Duration.ofNanos(Math.max(0, end - Threading.nanoTime())));
    }

    /** Completes open groups when no other message is to come. This may open groups of other aggregators. */
    private static boolean completeGroups(List<DefaultRoute> some) {
        boolean any = false;
        for (DefaultRoute route : some) {
            any |= route.completeGroups();
        }
        return any;
    }

    void suspendAll() {
        shut();
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

    Map<String, Long> left() {
        return left;
    }

    // ---- the services that routes share

    /**
     * The routes that use a service. Its monitor is held while the service starts or stops, so that a second route does
     * not run before the service has started.
     */
    private static final class Hold {
        int users; // those that run, start or stop; guarded by the map
        int running;
    }

    private Hold count(Service service, int change) {
        synchronized (services) {
            Hold known = services.get(service);
            if (known == null) {
                known = new Hold();
                services.put(service, known);
            }
            known.users += change;
            if (known.users == 0) {
                services.remove(service);
            }
            return known;
        }
    }

    /** Called once for each route that uses the service: it starts with the first. */
    void startService(Service service, String routeId) {
        Hold hold = count(service, 1);
        synchronized (hold) {
            try {
                if (hold.running == 0) {
                    service.start();
                }
                hold.running++;
            } catch (Throwable e) { // a service may throw anything
                count(service, -1);
                String name = service.getClass().getName();
                throw new FailedToCreateRouteException(
                        routeId, "its service " + name + " failed to start: " + SafeText.of(e, 1000), e);
            }
        }
    }

    /** Called once for each route that started the service: it stops with the last. */
    void stopService(Service service, String routeId) {
        Hold hold = count(service, 0);
        synchronized (hold) {
            hold.running--;
            if (hold.running == 0) {
                String name = service.getClass().getName();
                Lifecycles.stop(service, false, Log.route(routeId), "Route " + routeId + ": " + name);
            }
        }
        count(service, -1);
    }

    // ---- single routes

    @Override
    public @Nullable ServiceStatus getRouteStatus(String routeId) {
        DefaultRoute route = ask(routeId);
        return route == null ? null : route.getStatus();
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
            route.startUnlessRemoved();
        }
    }

    @Override
    public boolean stopRoute(String routeId, @Nullable Duration timeout) {
        DefaultRoute route = get(routeId);
        Duration limit = timeout != null ? timeout : shutdown().getTimeout();
        if (WithinRoute.isThisThread()) {
            AtomicBoolean quiet = new AtomicBoolean();
            context.stopElsewhere("stop-" + routeId, () -> quiet.set(stop(route, limit)), limit, route::ended);
            return quiet.get();
        }
        return stop(route, limit);
    }

    private boolean stop(DefaultRoute route, Duration limit) {
        if (route.stopsWithItsStart()) {
            return true;
        }
        boolean interrupted = Thread.interrupted();
        try {
            route.closeToAll();
            return drain(route.getRouteId(), List.of(route), List.of(), limit).isEmpty();
        } finally {
            try {
                route.end();
            } finally {
                Threading.restoreInterrupt(interrupted);
            }
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
