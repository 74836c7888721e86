package io.mehari.impl;

import io.mehari.Component;
import io.mehari.ConsumerTemplate;
import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.TypeConverter;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.spi.Registry;
import io.mehari.spi.RouteController;
import io.mehari.spi.RoutingContextExtension;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The context of an application: make one, set what is to be other than the default, start it. */
public final class DefaultRoutingContext extends RoutingContext {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    private final Registry registry = new SimpleRegistry();
    private final ContextServices services;
    private final Endpoints endpoints;
    private final RunningRoutes routes = new RunningRoutes(this);
    private final Map<String, String> globalOptions = new ConcurrentHashMap<>();
    private final Object life = new Object();
    private volatile ServiceStatus status = ServiceStatus.Stopped;
    private volatile boolean active;

    public DefaultRoutingContext() {
        this("mehari-" + COUNT.incrementAndGet());
    }

    /** A context of that name. */
    public DefaultRoutingContext(String name) {
        this.name = name;
        this.services = new ContextServices(this);
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
            try {
                services.lifecycles().contextStarting(this);
                services.start();
                Endpoints.Content content = endpoints.open();
                content.components().forEach(Component::start);
                content.endpoints().forEach(endpoints::start);
                routes.startAll();
                status = ServiceStatus.Started;
            } finally {
                if (status != ServiceStatus.Started) {
                    stopAll(); // what was started before the one that failed
                }
            }
        }
    }

    /**
     * Ends the intake, waits until what is under way and queued is done or the time of the {@link
     * io.mehari.spi.ShutdownStrategy} is up, and ends everything. Called from within a route it returns at once and does
     * that on a thread of its own, since the message that carries the call cannot end before.
     */
    @Override
    public void stop() {
        if (status != ServiceStatus.Stopped && WithinRoute.isThisThread()) {
            elsewhere("stop", this::stop);
            return;
        }
        synchronized (life) {
            if (status == ServiceStatus.Stopped) {
                stop("the services", services::stop); // exchanges can be made without a start, and start the clock
                return;
            }
            status = ServiceStatus.Stopping;
            stopAll();
        }
    }

    private void stopAll() {
        stop("the routes", routes::stopAll);
        active = false; // what still waits for its time fails now
        Endpoints.Content content = endpoints.close();
        content.endpoints().forEach(each -> stop("endpoint " + each.getEndpointUri(), () -> endpoints.stop(each)));
        content.components().forEach(each -> stop(each.getClass().getName(), each::stop));
        stop("the services", services::stop);
        status = ServiceStatus.Stopped;
        services.lifecycles().tell(each -> each.onContextStopped(this));
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

    /** Refuses what makes sense in a started context only. */
    void checkStarted(String what) {
        if (!status.isStarted()) {
            throw new IllegalStateException(
                    "Context " + name + " is " + status + " and cannot " + what + ": start it first");
        }
    }

    /** Whether delayed work still makes sense: false once a stop has waited long enough. */
    boolean isActive() {
        return active;
    }

    /** Does something on a thread made for it. */
    void elsewhere(String what, Runnable task) {
        services.getThreadPools().newThread(name + "-" + what, task).start();
    }

    @SuppressWarnings("CatchingUnchecked") // one that cannot stop must not keep the others from stopping
    private void stop(String what, Runnable stop) {
        try {
            stop.run();
        } catch (Throwable e) {
            Log.warn(DefaultRoutingContext.class, "Context " + name + ": " + what + " failed to stop", e);
        }
    }

    @Override
    public void addComponent(Component component) {
        endpoints.addComponent(component);
    }

    @Override
    public @Nullable Component hasComponent(String scheme) {
        return endpoints.findComponent(scheme);
    }

    @Override
    public Endpoint getEndpoint(String uri) {
        return endpoints.getEndpoint(Placeholders.resolve(uri, globalOptions));
    }

    /** For a cache of endpoints that messages name, which gives it back. What a message says has no placeholders. */
    Endpoint borrowEndpoint(String uri) {
        return endpoints.borrow(uri);
    }

    void giveBackEndpoint(Endpoint endpoint) {
        endpoints.giveBack(endpoint);
    }

    @Override
    public Collection<Endpoint> getEndpoints() {
        return endpoints.all();
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

    ContextServices services() {
        return services;
    }

    @Override
    public RoutingContextExtension getRoutingContextExtension() {
        return services;
    }

    // ---- routes

    @Override
    public void addRoutes(RouteBuilder builder) throws Exception {
        routes.add(builder.describe(), status.isStarted());
    }

    @Override
    public void addRoutes(Routes description) throws Exception {
        addRoutes(new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                description.describe(this);
            }
        });
    }

    @Override
    public List<Route> getRoutes() {
        return routes.all();
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
        return new DefaultConsumerTemplate(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
