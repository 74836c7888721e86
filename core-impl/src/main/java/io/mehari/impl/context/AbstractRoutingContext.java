package io.mehari.impl.context;

import io.mehari.Component;
import io.mehari.ConsumerTemplate;
import io.mehari.ContextNotStartedException;
import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.TypeConverter;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.engine.DirectComponent;
import io.mehari.impl.engine.EndpointLoans;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.spi.Log;
import io.mehari.spi.Registry;
import io.mehari.spi.RouteController;
import io.mehari.spi.RouteStartupOrder;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The implementation of a context. Users create the subclass {@link DefaultRoutingContext}. */
public abstract class AbstractRoutingContext extends RoutingContext {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    private final ContextServices services;
    private final Registry registry;
    private final Endpoints endpoints;
    private @Nullable UsedServices usedServices; // made for the first service
    private final RunningRoutes routes = new RunningRoutes(this);
    private final Map<String, String> globalOptions = new ConcurrentHashMap<>();
    private final Object life = new Object();
    private volatile @Nullable String excludedFromStart;
    private volatile long delayer;
    private volatile ServiceStatus status = ServiceStatus.Stopped;
    private volatile boolean active;
    private volatile int number; // while it runs

    protected AbstractRoutingContext() {
        this("mehari-" + COUNT.incrementAndGet());
    }

    protected AbstractRoutingContext(String name) {
        this(name, null);
    }

    /** Creates a context with this name that looks for objects in the user's registry. */
    protected AbstractRoutingContext(@Nullable Registry registry) {
        this("mehari-" + COUNT.incrementAndGet(), registry);
    }

    private AbstractRoutingContext(String name, @Nullable Registry registry) {
        this.name = name;
        this.services = new ContextServices(this);
        this.registry = registry != null ? registry : new SimpleRegistry(services);
        this.endpoints = new Endpoints(this, services.lifecycles());
        addComponent(new DirectComponent());
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public ServiceStatus getStatus() {
        return status;
    }

    @Override
    public void start() {
        synchronized (life) {
            if (status == ServiceStatus.Suspended) {
                resume();
                return;
            }
            if (status == ServiceStatus.Started) {
                return;
            }
            status = ServiceStatus.Starting;
            active = true;
            number = WithinRoute.takeNumber(this);
            try {
                startParts();
                if (!isStopping()) {
                    status = ServiceStatus.Started;
                }
            } finally {
                if (status != ServiceStatus.Started) {
                    status = ServiceStatus.Stopping;
                    stopAll(); // what was started before a failure, or before code that was called here asked to stop
                }
            }
        }
    }

    /** Law S4: while the heap is full no class can be loaded. So what is called then is loaded now. */
    private static void loadLastResorts() {
        Suppressed.load();
        Log.lost();
        Threading.isSimulated();
    }

    private void startParts() {
        loadLastResorts();
        services.lifecycles().contextStarting(this);
        services.start();
        Endpoints.Content content = endpoints.open();
        for (Component each : content.components()) {
            if (!isStopping()) {
                each.start();
            }
        }
        for (Endpoint each : content.endpoints()) {
            if (!isStopping()) {
                endpoints.start(each);
            }
        }
        routes.startAll(); // starts none if the context is to stop
    }

    /**
     * Stops gracefully: closes the intake, waits until messages in flight and in queues are done or the timeout of the
     * {@link io.mehari.spi.ShutdownStrategy} expires, and stops everything. Called from within a route it returns at
     * once and stops on another thread, because the message of the calling thread could not end otherwise. Called from
     * within a route of another context, it waits for half of the timeout at most, and returns then. Called by code
     * that {@link #start} calls, such as a listener, it returns at once, and the start ends with the stop.
     */
    @Override
    public void stop() {
        if (status != ServiceStatus.Stopped && !isWithinStart() && WithinRoute.isThisThread()) {
            stopElsewhere("stop", this::stop, getShutdownStrategy().getTimeout());
            return;
        }
        synchronized (life) {
            if (status == ServiceStatus.Stopped) {
                stopServices(); // exchanges made before a start have started the clock
                return;
            }
            if (isWithinStart()) {
                status = ServiceStatus.Stopping; // this thread is within start(), which stops everything at its end
                return;
            }
            status = ServiceStatus.Stopping;
            stopAll();
        }
    }

    private boolean isWithinStart() {
        return status == ServiceStatus.Starting && Thread.holdsLock(life);
    }

    private void stopAll() {
        boolean interrupted = Thread.interrupted();
        try {
            stopParts();
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failure must not keep other parts from stopping
    private void stopParts() {
        try {
            endpoints.closeIntake();
        } catch (Throwable e) {
            failedToStop("the intake", e);
        }
        try {
            routes.stopAll();
        } catch (Throwable e) {
            failedToStop("the routes", e);
        }
        active = false; // delayed work that is left fails now
        Endpoints.Content content = endpoints.close();
        for (Endpoint each : content.endpoints()) {
            try {
                endpoints.stop(each);
            } catch (Throwable e) {
                failedToStop("endpoint " + each, e);
            }
        }
        for (Component each : content.components()) {
            boolean interrupted = Thread.interrupted();
            try {
                each.stop();
            } catch (Throwable e) {
                failedToStop(each.getClass().getName(), e);
            } finally {
                Threading.restoreInterrupt(interrupted);
            }
        }
        stopServices();
        if (stats().inflight() == 0) {
            WithinRoute.giveNumberBack(this);
        }
        status = ServiceStatus.Stopped;
        services.lifecycles().contextStopped(this);
    }

    @SuppressWarnings("CatchingUnchecked")
    private void stopServices() {
        boolean interrupted = Thread.interrupted();
        try {
            services.stop();
        } catch (Throwable e) {
            failedToStop("the services", e);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    private void failedToStop(String what, Throwable e) {
        Log.warn(AbstractRoutingContext.class, "Context " + name + ": " + what + " failed to stop", e);
    }

    @Override
    public void suspend() {
        synchronized (life) {
            checkStarted("be suspended");
            status = ServiceStatus.Suspending;
            routes.suspendAll();
            status = ServiceStatus.Suspended;
        }
    }

    @Override
    public void resume() {
        synchronized (life) {
            if (status == ServiceStatus.Suspended) {
                routes.resumeAll();
                status = ServiceStatus.Started;
            }
        }
    }

    /** Throws if the context is not started. */
    void checkStarted(String what) {
        if (!status.isStarted()) {
            throw new ContextNotStartedException(
                    "Context " + name + " is " + status + " and cannot " + what + ": start it first");
        }
    }

    /** False after a stop has waited for the messages in flight, so that delayed work is no longer useful. */
    boolean isActive() {
        return active;
    }

    boolean isStopping() {
        ServiceStatus now = status;
        return now == ServiceStatus.Stopping || now == ServiceStatus.Stopped;
    }

    /** The number that tells the routes of this context from those of others, while it runs. */
    int number() {
        return number;
    }

    /**
     * Runs a stop that was requested within a route on a new thread. Does not wait for it within a route of this
     * context, whose message could not end. Within a route of another context it waits, but for half the time at most:
     * a message of this context may wait for the message of the other, for instance for its reply, and has the other
     * half.
     */
    void stopElsewhere(String what, Runnable stop, Duration limit) {
        Thread thread = services.getThreadPools().newThread(name + "-" + what, stop);
        thread.start();
        if (!WithinRoute.isThisThread(number)) {
            awaitEnd(thread, Threading.nanoTime() + DefaultShutdownStrategy.nanos(limit) / 2);
        }
    }

    private static void awaitEnd(Thread thread, long endNanos) {
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive() && endNanos - Threading.nanoTime() > 0) {
            try {
                long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - Threading.nanoTime());
                Threading.join(thread, Math.max(1, millis));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Threading.restoreInterrupt(interrupted);
    }

    @Override
    public void addComponent(Component component) {
        Objects.requireNonNull(component, "addComponent(component): component is null; give a Component");
        endpoints.addComponent(component.getScheme(), component);
    }

    @Override
    public void addComponent(String scheme, Component component) {
        Objects.requireNonNull(scheme, "addComponent(scheme): scheme is null; give a name, such as \"my\"");
        Objects.requireNonNull(component, "addComponent(component): component is null; give a Component");
        endpoints.addComponent(scheme, component);
    }

    @Override
    public @Nullable Component hasComponent(String scheme) {
        Objects.requireNonNull(scheme, "hasComponent(scheme): scheme is null; give its scheme");
        return endpoints.findComponent(scheme);
    }

    @Override
    public Endpoint getEndpoint(String uri) {
        Objects.requireNonNull(uri, "getEndpoint(uri): uri is null; give a URI, such as \"direct:orders\"");
        return endpoints.getEndpoint(resolve(uri));
    }

    /** The endpoint for a URI, for a route or a template, which must give it back. */
    Endpoint holdEndpoint(String uri) {
        return endpoints.hold(resolve(uri));
    }

    /** Replaces the placeholders in a URI. */
    String resolve(String uri) {
        return uri.contains("{{") ? Placeholders.resolve(uri, globalOptions, services) : uri;
    }

    /** For a route that was given an endpoint, and must give it back. */
    void holdEndpoint(Endpoint given) {
        endpoints.hold(given);
    }

    /** The endpoints for URIs from messages. Placeholders in them are not replaced. */
    EndpointLoans endpointLoans() {
        return endpoints;
    }

    void giveBackEndpoint(Endpoint endpoint) {
        endpoints.giveBack(endpoint);
    }

    @Override
    public Collection<Endpoint> getEndpoints() {
        return endpoints.all();
    }

    @Override
    public void removeEndpoint(Endpoint endpoint) {
        Objects.requireNonNull(endpoint, "removeEndpoint(endpoint): endpoint is null; give an Endpoint");
        endpoints.remove(endpoint);
    }

    @Override
    public Collection<Endpoint> removeEndpoints(String pattern) {
        Objects.requireNonNull(
                pattern, "removeEndpoints(pattern): pattern is null; give a pattern, such as \"*\" for all");
        return endpoints.removeAll(pattern);
    }

    @Override
    public Map<String, String> getGlobalOptions() {
        return globalOptions;
    }

    @Override
    public Registry getRegistry() {
        return registry;
    }

    @Override
    public TypeConverter getTypeConverter() {
        return services.getTypeConverterRegistry();
    }

    synchronized UsedServices usedServices() {
        UsedServices known = usedServices;
        if (known == null) {
            known = new UsedServices();
            usedServices = known;
        }
        return known;
    }

    ContextServices services() {
        return services;
    }

    @Override
    public RoutingContextExtension getRoutingContextExtension() {
        return services;
    }

    @Override
    public void addService(Service service) {
        Objects.requireNonNull(service, "addService(service): service is null; give a Service");
        services.lifecycles().addIfService(service, isActive());
    }

    // ---- routes

    @Override
    public void setAutoStartupExcludePattern(@Nullable String patterns) {
        excludedFromStart = patterns;
    }

    boolean isExcludedFromStart(String routeId, String uri) {
        String patterns = excludedFromStart;
        if (patterns != null) {
            for (String each : patterns.split(",", -1)) {
                String pattern = each.trim();
                if (EndpointPattern.matches(routeId, pattern) || EndpointPattern.matches(uri, pattern)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void setDelayer(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("setDelayer(" + millis + ") is negative: give 0 or more");
        }
        delayer = millis;
    }

    long delayer() {
        return delayer;
    }

    @Override
    public void addRoutes(RoutesBuilder builder) throws Exception {
        Objects.requireNonNull(builder, "addRoutes(builder): builder is null; give a RouteBuilder");
        routes.add(builder.describe(this));
    }

    @Override
    public void addRoutes(Routes routes) throws Exception {
        Objects.requireNonNull(routes, "addRoutes(routes): routes is null; give a lambda, such as r -> r.from(...)");
        addRoutes(new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                routes.accept(this);
            }
        });
    }

    @Override
    public List<Route> getRoutes() {
        return routes.all();
    }

    List<RouteStartupOrder> startedRoutes() {
        return routes.started();
    }

    @Override
    public @Nullable Route getRoute(String routeId) {
        return routes.find(routeId);
    }

    @Override
    public boolean removeRoute(String routeId) {
        return routes.remove(routeId);
    }

    @Override
    public RouteController getRouteController() {
        return routes;
    }

    @Override
    public RouteStats stats() {
        return routes.stats();
    }

    @Override
    public ProducerTemplate createProducerTemplate() {
        return new DefaultProducerTemplate(this);
    }

    @Override
    public ConsumerTemplate createConsumerTemplate() {
        return DefaultConsumerTemplate.of(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
