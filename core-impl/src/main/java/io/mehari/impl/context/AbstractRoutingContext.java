package io.mehari.impl.context;

import io.mehari.AsyncCallback;
import io.mehari.Component;
import io.mehari.ConsumerTemplate;
import io.mehari.ContextNotStartedException;
import io.mehari.Description;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.TypeConverter;
import io.mehari.collect.slots.RandomBits;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.endpoint.Endpoints;
import io.mehari.impl.engine.AsRoute;
import io.mehari.impl.engine.DirectComponent;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.template.DefaultConsumerTemplate;
import io.mehari.impl.template.DefaultProducerTemplate;
import io.mehari.spi.Registry;
import io.mehari.spi.RouteController;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The implementation of a context. Users create the subclass {@link DefaultRoutingContext}. */
public abstract class AbstractRoutingContext extends RoutingContext {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    final ContextServices services;
    private final Registry registry;
    private final Endpoints endpoints;
    final RunningRoutes routes = new RunningRoutes(this);
    private final Map<String, String> globalOptions = new ConcurrentHashMap<>();
    private final Object life = new Object();
    private volatile ServiceStatus status = ServiceStatus.Stopped;
    private final StartCheck check = new StartCheck(this); // guarded by life
    private volatile boolean saidElsewhere; // that a stop goes on, although the call of stop() has returned

    /**
     * Creates a context.
     *
     * @param name null for a unique one
     * @param registry the user's; null for one in memory
     */
    protected AbstractRoutingContext(@Nullable String name, @Nullable Registry registry) {
        this.name = name != null ? name : "mehari-" + COUNT.incrementAndGet();
        this.services = new ContextServices(this);
        this.registry = registry != null ? registry : new SimpleRegistry(services);
        this.endpoints = services.endpoints;
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
        if (status == ServiceStatus.Stopping && isWaitedForByStop()) {
            throw new IllegalStateException("Context " + name
                    + " is stopping, and what the stop waits for cannot start it: start it when it is stopped");
        }
        synchronized (life) {
            if (status == ServiceStatus.Suspended) {
                resume();
                return;
            }
            if (status != ServiceStatus.Stopped) {
                return; // it is started, or this is called by what a start or a suspension calls
            }
            long begin = Threading.nanoTime();
            status = ServiceStatus.Starting;
            services.active = true;
            try {
                startParts();
                if (!isStopping()) {
                    status = ServiceStatus.Started;
                    check.started(endpoints.components(), Threading.nanoTime() - begin);
                }
            } finally {
                if (status != ServiceStatus.Started) {
                    status = ServiceStatus.Stopping;
                    stopAll(); // what was started before a failure, or before code that was called here asked to stop
                }
            }
        }
    }

    private void startParts() {
        // law S4: while the heap or the stack is full no class can be loaded, so what is called then is loaded now
        services.getExchangeFactory().rehearse();
        RandomBits.drawKey();
        Suppressed.load();
        Log.lost();
        Threading.isSimulated();
        services.lifecycles.contextStarting(this);
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
        routes.start(); // starts none if the context is to stop
    }

    /**
     * Stops gracefully: closes the intake, waits until messages in flight and in queues are done or the timeout of the
     * {@link io.mehari.spi.ShutdownStrategy} expires, and stops everything. Called from within a route, of this or of
     * another context, it stops on another thread, and waits for it as long as messages end: it returns when none has
     * ended for a second, because the rest may be waiting for the caller's own message. Called by code that {@link
     * #start} calls, such as a listener, it returns at once, and the start ends with the stop.
     */
    @Override
    public void stop() {
        if (status != ServiceStatus.Stopped && !isWithinStart() && WithinRoute.isThisThread()) {
            stopElsewhere("stop", this::stop, getShutdownStrategy().getTimeout(), routes::ended);
            return;
        }
        synchronized (life) {
            if (status == ServiceStatus.Stopped) {
                stop(services, "the services"); // exchanges made before a start have started the clock
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

    /**
     * Whether the stop that goes on waits for this thread, so that this thread must not wait for the stop. Else the
     * stop is over, or this thread may wait for it.
     */
    private boolean isWaitedForByStop() {
        return Thread.holdsLock(life)
                || (WithinRoute.isThisThread()
                        && !DefaultShutdownStrategy.awaitWhileMessagesEnd(
                                () -> status != ServiceStatus.Stopping,
                                getShutdownStrategy().getTimeout(),
                                routes::ended));
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

    private void stopParts() {
        long begin = Threading.nanoTime();
        try {
            endpoints.closeIntake();
        } catch (Throwable e) { // law S4: the routes must stop
            Log.warn(Log.CONTEXT, "Context " + name + ": endpoints could not be closed for new messages", e);
        }
        stop(routes, "the routes");
        services.active = false; // delayed work that is left fails now
        Endpoints.Content content = endpoints.close();
        for (Endpoint each : content.endpoints()) {
            services.lifecycles.endpointStopped(each);
            stop(each, "endpoint " + SafeText.of(each));
        }
        for (Component each : content.components()) {
            stop(each, each.getClass().getName());
        }
        stop(services, "the services");
        status = ServiceStatus.Stopped;
        check.stopped(routes.left(), Threading.nanoTime() - begin);
        services.lifecycles.contextStopped(this);
    }

    private void stop(Service part, String what) {
        Lifecycles.stop(part, false, Log.CONTEXT, "Context " + name + ": " + what);
    }

    @Override
    public void suspend() {
        if (status == ServiceStatus.Stopping) { // what the stop waits for must not wait for it
            checkStarted("be suspended");
        }
        synchronized (life) {
            checkStarted("be suspended");
            status = ServiceStatus.Suspending;
            try {
                routes.suspendAll();
                status = ServiceStatus.Suspended;
            } finally {
                if (status == ServiceStatus.Suspending) { // law S4: what has thrown can be called again
                    status = ServiceStatus.Started;
                    routes.resumeAll();
                }
            }
        }
    }

    @Override
    public void resume() {
        if (status == ServiceStatus.Stopping) {
            return;
        }
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

    boolean isStopping() {
        ServiceStatus now = status;
        return now == ServiceStatus.Stopping || now == ServiceStatus.Stopped;
    }

    /** For {@link Endpoints}, which is not of this package. */
    void own(Component component) {
        adopt(component);
        check.watch(component);
    }

    /**
     * Runs a stop that was requested within a route on a new thread, and waits for it as long as messages end. What is
     * left then may wait for the message of the calling thread, so this one returns.
     */
    void stopElsewhere(String what, Runnable stop, Duration limit, LongSupplier ended) {
        AtomicBoolean over = new AtomicBoolean();
        Thread thread = services.getThreadPools().newThread(name + "-" + what, () -> {
            try {
                stop.run();
            } finally {
                over.set(true);
            }
        });
        thread.start();
        boolean done =
                !Thread.holdsLock(life) && DefaultShutdownStrategy.awaitWhileMessagesEnd(over::get, limit, ended);
        if (!done && !saidElsewhere) {
            saidElsewhere = true;
            Log.info(
                    Log.CONTEXT,
                    "Context " + name + ": a route has called a stop that may wait for its own message; the call"
                            + " returns, and thread " + thread.getName() + " stops on. To wait for the end, stop on a"
                            + " thread of your own");
        }
    }

    /** Refuses a null argument of a method. */
    static void notNull(String method, String parameter, @Nullable Object value, String remedy) {
        if (value == null) {
            throw new NullPointerException(method + "(" + parameter + "): " + parameter + " is null; give " + remedy);
        }
    }

    @Override
    public void addComponent(String scheme, Component component) {
        notNull("addComponent", "scheme", scheme, "a name, such as \"my\"");
        notNull("addComponent", "component", component, "a Component");
        endpoints.addComponent(scheme, component);
    }

    @Override
    public @Nullable Component hasComponent(String scheme) {
        notNull("hasComponent", "scheme", scheme, "its scheme");
        return endpoints.findComponent(scheme);
    }

    @Override
    public Endpoint getEndpoint(String uri) {
        notNull("getEndpoint", "uri", uri, "a URI, such as \"direct:orders\"");
        return endpoints.getEndpoint(services.resolve(uri));
    }

    @Override
    public Collection<Endpoint> getEndpoints() {
        return endpoints.all();
    }

    @Override
    public void removeEndpoint(Endpoint endpoint) {
        notNull("removeEndpoint", "endpoint", endpoint, "an Endpoint");
        endpoints.remove(endpoint);
    }

    @Override
    public Map<String, String> getGlobalOptions() {
        return globalOptions;
    }

    @Override
    public String resolvePropertyPlaceholders(String text) {
        Objects.requireNonNull(text, "resolvePropertyPlaceholders(text): text is null; give a text");
        return services.resolve(text);
    }

    @Override
    public Registry getRegistry() {
        return registry;
    }

    @Override
    public TypeConverter getTypeConverter() {
        return services.getTypeConverterRegistry();
    }

    @Override
    public RoutingContextExtension getRoutingContextExtension() {
        return services;
    }

    @Override
    public void addService(Service service) {
        notNull("addService", "service", service, "a Service");
        services.lifecycles.addIfService(service, services.active);
    }

    // ---- routes

    @Override
    public void addRoutes(RoutesBuilder builder) {
        notNull("addRoutes", "builder", builder, "a RouteBuilder");
        routes.add(builder);
    }

    @Override
    public List<Route> getRoutes() {
        return routes.all();
    }

    @Override
    public @Nullable Route getRoute(String routeId) {
        return routes.ask(routeId);
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
    public Description describe() {
        Insight insight = services.insight();
        return insight == null ? ContextServices.notDescribed("context", name) : insight.describe(this);
    }

    @Override
    public Exchange createExchange(ExchangePattern pattern) {
        notNull("createExchange", "pattern", pattern, "InOnly or InOut");
        return new DefaultExchange(this, pattern);
    }

    @Override
    protected boolean deliver(Processor route, Exchange exchange, AsyncCallback done) {
        return AsRoute.deliver(route, exchange, done);
    }

    @Override
    protected boolean ask(Processor route, Exchange exchange, AsyncCallback done) {
        return AsRoute.ask(route, exchange, done);
    }

    @Override
    public ProducerTemplate createProducerTemplate() {
        return new DefaultProducerTemplate(services);
    }

    @Override
    public ConsumerTemplate createConsumerTemplate() {
        return DefaultConsumerTemplate.of(services);
    }

    @Override
    public String toString() {
        return name;
    }
}
