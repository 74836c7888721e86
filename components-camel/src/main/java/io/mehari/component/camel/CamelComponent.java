package io.mehari.component.camel;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.OptionSet;
import java.util.List;
import org.apache.camel.CamelContext;
import org.jspecify.annotations.Nullable;

/**
 * {@code camel:} and a URI of Camel: an endpoint of any component of Camel, in a route of Mehari.
 *
 * <p>The context of Camel is the one that was set, or else the object {@code camelContext} of the registry, or else one
 * that is made when it is first needed, and started and stopped with the context of Mehari. Names in the URIs of
 * one that is made are looked up in Mehari's registry.
 */
public final class CamelComponent extends Component {
    static final String CONTEXT = "camelContext";
    static final OptionSet OPTIONS = new OptionSet();
    static final EndpointOption<Integer> MAX_IN_FLIGHT = OPTIONS.atLeast(
            1,
            "mehari.maxInFlight",
            100,
            "Messages of a consumer in the route at a time; at the limit Camel's thread waits.");

    private @Nullable CamelContext given;
    private @Nullable Link link;

    /** Sets the context of Camel. Whoever has made it starts and stops it. */
    public synchronized void setCamelContext(CamelContext camelContext) {
        if (link != null && link.camel != camelContext) {
            throw new IllegalStateException(
                    "Endpoints of camel: have another CamelContext already: set it before routes are added");
        }
        given = camelContext;
    }

    /** The context of Camel. The first call makes it, if there is none. */
    public CamelContext getCamelContext() {
        return link().camel;
    }

    synchronized Link link() {
        if (link == null) {
            CamelContext camel =
                    given != null ? given : getContext().getRegistry().lookupByNameAndType(CONTEXT, CamelContext.class);
            link = camel != null
                    ? Link.of(getContext(), camel, false)
                    : Link.of(getContext(), OwnCamel.make(getContext()), true);
        }
        return link;
    }

    @Override
    public synchronized void stop() {
        if (link != null) {
            link.stop();
        }
    }

    @Override
    public String getScheme() {
        return "camel";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return OPTIONS.list();
    }

    @Override
    public boolean takesOtherOptions() {
        return true;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        CamelEndpoint endpoint = new CamelEndpoint(getContext(), uri, link(), options.get(MAX_IN_FLIGHT));
        endpoint.resolve();
        return endpoint;
    }
}
