package io.mehari.impl;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Producer;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteDefinition;
import java.util.ArrayList;
import java.util.List;

/** A compiled route with its consumer and producers. */
final class DefaultRoute extends Route {
    private final DefaultRoutingContext context;
    private final RouteDefinition definition;
    private final String id;
    private final Endpoint endpoint;
    private final Consumer consumer;
    private final List<Producer> producers = new ArrayList<>();
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    DefaultRoute(DefaultRoutingContext context, RouteDefinition definition, String id) {
        this.context = context;
        this.definition = definition;
        this.id = id;
        try {
            Endpoint given = definition.getFromEndpoint();
            endpoint = given != null ? given : context.getEndpoint(String.valueOf(definition.getFromUri()));
            RouteCode code = RouteCompiler.compile(context, definition.getSteps(), producers);
            consumer = endpoint.createConsumer(new RouteEntry(code));
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new FailedToCreateRouteException(id, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String getRouteId() {
        return id;
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public ServiceStatus getStatus() {
        return status;
    }

    boolean isAutoStartup() {
        return definition.isAutoStartup();
    }

    int getStartupOrder() {
        return definition.getStartupOrder();
    }

    /** What this route sends to is started first, and stopped last. */
    void start() {
        if (status != ServiceStatus.Started) {
            status = ServiceStatus.Starting;
            producers.forEach(Producer::start);
            consumer.start();
            status = ServiceStatus.Started;
        }
    }

    void stop() {
        if (status != ServiceStatus.Stopped) {
            status = ServiceStatus.Stopping;
            consumer.stop();
            producers.forEach(Producer::stop);
            status = ServiceStatus.Stopped;
        }
    }
}
