package io.mehari.component.camel;

import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.spi.EndpointOption;
import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultComponent;
import org.jspecify.annotations.Nullable;

/**
 * {@code mehari:} and a URI of Mehari: an endpoint of Mehari, in a route of Camel.
 *
 * <p>The context of Mehari is the one that was set, or else the one in Camel's registry. If it is stopped when this
 * component starts, it is started; it is stopped when Camel stops.
 */
public final class MehariComponent extends DefaultComponent {
    private @Nullable RoutingContext routingContext;

    /** Sets the context of Mehari. */
    public void setRoutingContext(RoutingContext routingContext) {
        this.routingContext = routingContext;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        RoutingContext context = link().mehari;
        if (context.getStatus() == ServiceStatus.Stopped) {
            context.start();
        }
    }

    Link link() {
        RoutingContext context = routingContext != null ? routingContext : Link.mehariOf(getCamelContext());
        if (context == null) {
            throw new IllegalArgumentException(
                    "There is no context for mehari: in Camel's registry, or more than one: bind"
                            + " it by camelContext.getRegistry().bind(\"mehari\", context), or call setRoutingContext");
        }
        if (context.getRegistry().lookupByName(CamelComponent.CONTEXT) == null) { // else camel: would make another one
            context.getRegistry().bind(CamelComponent.CONTEXT, getCamelContext());
        }
        return Link.of(context, getCamelContext(), false);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        EndpointOption<Integer> option = CamelComponent.MAX_IN_FLIGHT;
        int limit = getAndRemoveParameter(parameters, option.name(), Integer.class, option.defaultValue());
        if (limit < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, not " + limit);
        }
        parameters.clear(); // they are Mehari's, which checks them
        return new MehariEndpoint(uri, this, CamelEndpoint.inner(uri), limit);
    }
}
