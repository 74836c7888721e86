package io.mehari;

import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Creates endpoints from URIs of one scheme. Components are found by {@link java.util.ServiceLoader}, or added with
 * {@link RoutingContext#addComponent}.
 */
public abstract class Component implements Service {

    private @Nullable RoutingContext context;

    protected Component() {}

    /** A component that belongs to this context from the beginning. */
    protected Component(RoutingContext context) {
        this.context = context;
    }

    /** The scheme: the part of a URI before the first colon. */
    public abstract String getScheme();

    /** The options that a URI may have. A URI with another option is refused before an endpoint is created. */
    public abstract List<EndpointOption<?>> getOptions();

    /**
     * Whether a URI may also have options that are not in {@link #getOptions()}. {@link EndpointOptions#others()}
     * contains them.
     */
    public boolean takesOtherOptions() {
        return false;
    }

    /**
     * Creates an endpoint.
     *
     * @param uri the whole URI, which identifies the endpoint
     * @param remaining the path, between {@code scheme:} and {@code ?}
     */
    public abstract Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) throws Exception;

    /** Called by the context that this component was added to; a component belongs to one context. */
    final void setContext(RoutingContext context) {
        if (this.context != null && this.context != context) {
            throw new IllegalStateException("Component " + getClass().getName()
                    + " belongs to another context: make a component for each context");
        }
        this.context = context;
    }

    public final RoutingContext getContext() {
        RoutingContext owner = context;
        if (owner == null) {
            throw new IllegalStateException("Component " + getClass().getName()
                    + " belongs to no context yet: add it with RoutingContext.addComponent first");
        }
        return owner;
    }
}
