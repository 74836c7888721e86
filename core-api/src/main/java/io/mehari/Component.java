package io.mehari;

import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes endpoints from URIs of one scheme. Components are found by {@link java.util.ServiceLoader}, or added with
 * {@link RoutingContext#addComponent}.
 */
public abstract class Component implements Service {

    private @Nullable RoutingContext context;

    protected Component() {}

    /** The scheme: the part of a URI before the first colon. */
    public abstract String getScheme();

    /** The options of its URIs. A URI with any other option is refused before an endpoint is made. */
    public abstract List<EndpointOption<?>> getOptions();

    /**
     * Whether a URI may have options that {@link #getOptions()} does not name; they are in {@link
     * EndpointOptions#others()}.
     */
    public boolean takesOtherOptions() {
        return false;
    }

    /**
     * Makes an endpoint.
     *
     * @param uri the whole URI, by which the endpoint is known
     * @param remaining the path, between {@code scheme:} and {@code ?}
     */
    public abstract Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) throws Exception;

    /** Called by the context that this component was added to. */
    public final void setContext(RoutingContext context) {
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
