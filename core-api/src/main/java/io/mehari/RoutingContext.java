package io.mehari;

import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.spi.Registry;
import io.mehari.spi.RouteController;
import io.mehari.spi.RoutingContextExtension;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Owns everything that runs: components, endpoints, routes, the services behind them and their threads. Made stopped;
 * after {@link #start()} messages flow; after {@link #stop()} no thread is left. May be started again.
 */
public abstract class RoutingContext implements Service {

    protected RoutingContext() {}

    public abstract String getName();

    public abstract ServiceStatus getStatus();

    /**
     * Closes the intake of all routes; what is under way goes on, what is queued stays, and templates are refused.
     *
     * @throws IllegalStateException when the context is not started
     */
    public abstract void suspend();

    /** Opens the intake again. */
    public abstract void resume();

    // ---- components and endpoints

    /**
     * Adds a component under the scheme it names. The context starts and stops it; one that is added to a started context
     * is started before its first endpoint is made.
     */
    public abstract void addComponent(Component component);

    /** The component for a scheme: added before, or found by {@link java.util.ServiceLoader}; null when there is none. */
    public abstract @Nullable Component hasComponent(String scheme);

    /**
     * The one endpoint of that URI, made when first asked for and, if the context is started by then, started.
     *
     * @throws ResolveEndpointFailedException when the URI names no known scheme or option, or a value does not fit
     */
    public abstract Endpoint getEndpoint(String uri);

    /**
     * The same endpoint as what it is, for what it alone can do: {@code getEndpoint("mock:result", MockEndpoint.class)}.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public final <T extends Endpoint> T getEndpoint(String uri, Class<T> type) {
        Endpoint endpoint = getEndpoint(uri);
        if (!type.isInstance(endpoint)) {
            throw new IllegalArgumentException("Endpoint " + endpoint + " is a "
                    + endpoint.getClass().getName() + ", not a " + type.getName()
                    + ": check the scheme, or ask for it without a type");
        }
        return type.cast(endpoint);
    }

    /** Those made so far. A snapshot. */
    public abstract Collection<Endpoint> getEndpoints();

    // ---- what routes and components look up

    /** Texts by name, for whoever asks and for {@code {{name}}} in URIs, where {@code {{name:otherwise}}} gives a default. */
    public abstract Map<String, String> getGlobalOptions();

    /** The value of a global option; null when there is none. */
    public final @Nullable String getGlobalOption(String name) {
        return getGlobalOptions().get(name);
    }

    /** Objects by name. */
    public abstract Registry getRegistry();

    public abstract TypeConverter getTypeConverter();

    /** The services this context is made of, for those who replace or use them. */
    public abstract RoutingContextExtension getRoutingContextExtension();

    // ---- routes

    /**
     * Adds what the builder describes; in a running context the routes start at once. Their steps are looked at when they
     * start: so settings may be made in any order before that.
     */
    public abstract void addRoutes(RouteBuilder builder) throws Exception;

    /** The same for a lambda: {@code context.addRoutes(r -> r.from("direct:a").to("direct:b"))}. */
    public abstract void addRoutes(Routes routes) throws Exception;

    /** The routes, in the order in which they start. */
    public abstract List<Route> getRoutes();

    /** The route of that id; null when there is none. */
    public abstract @Nullable Route getRoute(String routeId);

    /**
     * Forgets a route that is stopped.
     *
     * @return false when there is none of that id
     * @throws IllegalStateException when it is not stopped
     */
    public abstract boolean removeRoute(String routeId);

    /** Starts and stops single routes. */
    public abstract RouteController getRouteController();

    /** What has passed through all routes together. */
    public abstract RouteStats stats();

    public abstract ProducerTemplate createProducerTemplate();

    public abstract ConsumerTemplate createConsumerTemplate();
}
