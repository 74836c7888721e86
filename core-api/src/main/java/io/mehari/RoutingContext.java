package io.mehari;

import io.mehari.spi.Registry;
import io.mehari.spi.RoutingContextExtension;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Owns everything that runs: components, endpoints, routes, the services behind them and their threads. Made stopped;
 * after {@link #start()} messages flow; after {@link #stop()} no thread is left. May be started again.
 */
public abstract class RoutingContext implements Service {

    protected RoutingContext() {}

    public abstract String getName();

    public abstract ServiceStatus getStatus();

    // ---- components and endpoints

    /** Adds a component under the scheme it names. */
    public abstract void addComponent(Component component);

    /** The component for a scheme: added before, or found by {@link java.util.ServiceLoader}; null when there is none. */
    public abstract @Nullable Component hasComponent(String scheme);

    /**
     * The one endpoint of that URI, made when first asked for.
     *
     * @throws ResolveEndpointFailedException when the URI names no known scheme or option, or a value does not fit
     */
    public abstract Endpoint getEndpoint(String uri);

    public abstract Collection<Endpoint> getEndpoints();

    // ---- what routes and components look up

    /** Objects by name. */
    public abstract Registry getRegistry();

    public abstract TypeConverter getTypeConverter();

    /** The services this context is made of, for those who replace or use them. */
    public abstract RoutingContextExtension getRoutingContextExtension();
}
