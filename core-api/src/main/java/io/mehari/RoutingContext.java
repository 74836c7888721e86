package io.mehari;

import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.spi.InflightRepository;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.Registry;
import io.mehari.spi.RouteController;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.StreamCachingStrategy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Owns everything that runs: components, endpoints, routes, services and their threads. A new context is stopped.
 * Messages flow after {@link #start()}. {@link #stop()} is a graceful shutdown: it ends all threads, and the context
 * can be started again.
 */
public abstract class RoutingContext implements Service {

    protected RoutingContext() {}

    public abstract String getName();

    public abstract ServiceStatus getStatus();

    public final boolean isStarted() {
        return getStatus().isStarted();
    }

    public final boolean isStopped() {
        return getStatus() == ServiceStatus.Stopped;
    }

    public final boolean isSuspended() {
        return getStatus() == ServiceStatus.Suspended;
    }

    /**
     * Closes the intake of all routes and makes templates refuse to send. Messages in flight continue; queued messages
     * stay queued.
     *
     * @throws IllegalStateException if the context is not started
     */
    public abstract void suspend();

    /** Opens the intake again. */
    public abstract void resume();

    /**
     * Starts the context, and returns when it has stopped. For a {@code main} method that has nothing else to do: the
     * threads of a context are daemons and do not keep the process alive, but this method does. If the process receives
     * a signal to end, such as Ctrl-C, the context is stopped first. What it logs then is not lost, if nothing was
     * logged before this call; see {@link ShutdownHook#keepLog}.
     *
     * @throws InterruptedException if the caller was interrupted; the context is stopped then
     */
    public final void run() throws InterruptedException {
        ShutdownHook.keepLog();
        CountDownLatch stopped = new CountDownLatch(1);
        getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onContextStopped(RoutingContext context) {
                stopped.countDown();
            }
        });
        ShutdownHook hook = ShutdownHook.add(getName() + "-shutdown", this::stop);
        try {
            start();
            stopped.await();
        } catch (InterruptedException e) {
            stop();
            throw e;
        } finally {
            hook.remove();
        }
    }

    // ---- components and endpoints

    /**
     * Adds a component for its scheme. The context starts and stops it. A component that is added to a started context
     * is started before its first endpoint is created.
     */
    public final void addComponent(Component component) {
        Objects.requireNonNull(component, "addComponent(component): component is null; give a Component");
        addComponent(component.getScheme(), component);
    }

    /** Adds a component for a scheme that differs from {@link Component#getScheme()}. */
    public abstract void addComponent(String scheme, Component component);

    /** The component for a scheme, added or found by {@link java.util.ServiceLoader}; null if there is none. */
    public abstract @Nullable Component hasComponent(String scheme);

    /**
     * The endpoint for a URI, created on the first call. If the context is started, the endpoint is started too.
     *
     * @throws ResolveEndpointFailedException if the scheme or an option is unknown, or a value is invalid
     */
    public abstract Endpoint getEndpoint(String uri);

    /**
     * The endpoint for a URI, cast to its type: {@code getEndpoint("mock:result", MockEndpoint.class)}.
     *
     * @throws IllegalArgumentException if the endpoint is not of that type
     */
    public final <T extends Endpoint> T getEndpoint(String uri, Class<T> type) {
        Objects.requireNonNull(type, "getEndpoint(type): type is null; give its class");
        Endpoint endpoint = getEndpoint(uri);
        if (!type.isInstance(endpoint)) {
            throw new IllegalArgumentException("Endpoint " + endpoint + " is a "
                    + endpoint.getClass().getName() + ", not a " + type.getName()
                    + ": check the scheme, or ask for it without a type");
        }
        return type.cast(endpoint);
    }

    /** A snapshot of all endpoints. */
    public abstract Collection<Endpoint> getEndpoints();

    /**
     * Removes an endpoint that was requested with {@link #getEndpoint(String)}. It is stopped and removed as soon as no
     * route and no cached producer uses it and it holds no message. Other endpoints are removed automatically when they
     * are no longer used.
     */
    public abstract void removeEndpoint(Endpoint endpoint);

    // ---- look-ups

    /** Named texts. They replace {@code {{name}}} in texts of routes, and your code may look them up. */
    public abstract Map<String, String> getGlobalOptions();

    /**
     * The text with the values of its placeholders: {@code {{name}}} is a {@link #getGlobalOptions() named text},
     * {@code {{sys:name}}} a system property, {@code {{env:NAME}}} a variable of the environment. {@code
     * {{name:default}}} has a default.
     *
     * @throws IllegalArgumentException if a placeholder has no value
     */
    public abstract String resolvePropertyPlaceholders(String text);

    /** Named objects. */
    public abstract Registry getRegistry();

    public abstract TypeConverter getTypeConverter();

    /** The strategy of a graceful shutdown: how it waits for messages, and its timeout. */
    public final ShutdownStrategy getShutdownStrategy() {
        return getRoutingContextExtension().getShutdownStrategy();
    }

    /** The exchanges in flight. */
    public final InflightRepository getInflightRepository() {
        return getRoutingContextExtension().getInflightRepository();
    }

    /** Whether exchanges keep their latest steps; see {@link MessageHistory}. */
    public final void setMessageHistory(boolean messageHistory) {
        getRoutingContextExtension().setMessageHistory(messageHistory);
    }

    /** Whether bodies that are streams are kept, so that they can be read more than once; true by default. */
    public final void setStreamCaching(boolean streamCaching) {
        getStreamCachingStrategy().setEnabled(streamCaching);
    }

    /** How much of a stream is kept, and where. */
    public final StreamCachingStrategy getStreamCachingStrategy() {
        return getRoutingContextExtension().getStreamCachingStrategy();
    }

    /**
     * Starts the service with the context, before all routes, and stops it with the context, after all routes. If the
     * context is started, the service is started now.
     */
    public abstract void addService(Service service);

    /** The services of this context, to use or replace them. */
    public abstract RoutingContextExtension getRoutingContextExtension();

    /** Creates an exchange in plain code, such as a test of a processor. The context need not be started. */
    public final Exchange createExchange() {
        return createExchange(ExchangePattern.InOnly);
    }

    /** Creates an exchange with this pattern in plain code. */
    public abstract Exchange createExchange(ExchangePattern pattern);

    /** Makes this the context of a component. */
    protected final void adopt(Component component) {
        component.setContext(this);
    }

    /** For {@link Endpoint#deliver(Processor, Exchange, AsyncCallback)}. */
    protected abstract boolean deliver(Processor route, Exchange exchange, AsyncCallback done);

    /** For {@link Endpoint#ask}. */
    protected abstract boolean ask(Processor route, Exchange exchange, AsyncCallback done);

    // ---- routes

    /**
     * Adds the routes that the builder describes. In a started context they start at once. A route is compiled when it
     * starts, so settings may be made in any order before that.
     *
     * @throws RuntimeRoutingException if a route is incomplete, or the builder throws a checked exception, which is
     *     then the cause
     */
    public abstract void addRoutes(RoutesBuilder builder);

    /** Adds the routes that the lambda describes: {@code context.addRoutes(r -> r.from("direct:a").to("direct:b"))}. */
    public final void addRoutes(Routes routes) {
        Objects.requireNonNull(routes, "addRoutes(routes): routes is null; give a lambda, such as r -> r.from(...)");
        addRoutes(new RouteBuilder() {
            @Override
            public void configure() throws Exception {
                routes.accept(this);
            }
        });
    }

    /** The routes, in the order in which they start. */
    public abstract List<Route> getRoutes();

    /** The route with that id; null if there is none. */
    public abstract @Nullable Route getRoute(String routeId);

    /**
     * Removes a stopped route.
     *
     * @return false if there is no route with that id
     * @throws IllegalStateException if the route is not stopped
     */
    public abstract boolean removeRoute(String routeId);

    /** Starts and stops single routes. */
    public abstract RouteController getRouteController();

    /** The sum of the counts of all routes. */
    public abstract RouteStats stats();

    /** What this context consists of: routes, steps, inputs and outputs, and error handlers, with the counts. */
    public abstract Description describe();

    public abstract ProducerTemplate createProducerTemplate();

    public abstract ConsumerTemplate createConsumerTemplate();
}
