package io.mehari.impl;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.TypeConverter;
import io.mehari.spi.Registry;
import io.mehari.spi.RoutingContextExtension;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The context of an application: make one, set what is to be other than the default, start it. */
public final class DefaultRoutingContext extends RoutingContext {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    private final Registry registry = new SimpleRegistry();
    private final ContextServices services;
    private final Endpoints endpoints;
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    public DefaultRoutingContext() {
        this("mehari-" + COUNT.incrementAndGet());
    }

    /** A context of that name, which appears in the names of its threads. */
    public DefaultRoutingContext(String name) {
        this.name = name;
        this.services = new ContextServices(this);
        this.endpoints = new Endpoints(this);
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
        endpoints.components().forEach(Component::start);
        endpoints.all().forEach(Endpoint::start);
        status = ServiceStatus.Started;
    }

    @Override
    public synchronized void stop() {
        if (status == ServiceStatus.Stopped) {
            services.stop(); // exchanges can be made without a start, and start the clock
            return;
        }
        status = ServiceStatus.Stopping;
        endpoints.all().forEach(Endpoint::stop);
        endpoints.components().forEach(Component::stop);
        services.stop();
        status = ServiceStatus.Stopped;
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

    @Override
    public String toString() {
        return name;
    }
}
