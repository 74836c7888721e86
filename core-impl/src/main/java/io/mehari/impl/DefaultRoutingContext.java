package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.TypeConverter;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.spi.Registry;
import io.mehari.spi.RoutingContextExtension;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The context of an application: make one, set what is to be other than the default, start it. */
public final class DefaultRoutingContext extends RoutingContext {

    private static final System.Logger LOG = System.getLogger(DefaultRoutingContext.class.getName());

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    private final Registry registry = new SimpleRegistry();
    private final ContextServices services;
    private final Endpoints endpoints;
    private final RunningRoutes routes = new RunningRoutes(this);
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    public DefaultRoutingContext() {
        this("mehari-" + COUNT.incrementAndGet());
    }

    /** A context of that name. */
    public DefaultRoutingContext(String name) {
        this.name = name;
        this.services = new ContextServices(this);
        this.endpoints = new Endpoints(this);
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
    public synchronized void start() {
        if (status == ServiceStatus.Started) {
            return;
        }
        status = ServiceStatus.Starting;
        try {
            services.start();
            Endpoints.Content content = endpoints.open();
            content.components().forEach(Component::start);
            content.endpoints().forEach(Endpoint::start);
            routes.startAll();
            status = ServiceStatus.Started;
        } finally {
            if (status != ServiceStatus.Started) {
                stopAll(); // what was started before the one that failed
            }
        }
    }

    @Override
    public synchronized void stop() {
        if (status == ServiceStatus.Stopped) {
            stop("the services", services::stop); // exchanges can be made without a start, and start the clock
            return;
        }
        status = ServiceStatus.Stopping;
        stopAll();
    }

    private void stopAll() {
        stop("the routes", routes::stopAll);
        Endpoints.Content content = endpoints.close();
        content.endpoints().forEach(each -> stop("endpoint " + each.getEndpointUri(), each::stop));
        content.components().forEach(each -> stop(each.getClass().getName(), each::stop));
        stop("the services", services::stop);
        status = ServiceStatus.Stopped;
    }

    @SuppressWarnings("CatchingUnchecked") // one that cannot stop must not keep the others from stopping
    private void stop(String what, Runnable stop) {
        try {
            stop.run();
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "Context " + name + ": " + what + " failed to stop", e);
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
        return endpoints.getEndpoint(uri);
    }

    @Override
    public Collection<Endpoint> getEndpoints() {
        return endpoints.all();
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
    public void startRoute(String routeId) {
        routes.get(routeId).start();
    }

    @Override
    public void stopRoute(String routeId) {
        routes.get(routeId).stop();
    }

    @Override
    public ProducerTemplate createProducerTemplate() {
        return new DefaultProducerTemplate(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
