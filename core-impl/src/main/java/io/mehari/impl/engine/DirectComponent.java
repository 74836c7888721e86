package io.mehari.impl.engine;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code direct:name}: calls between routes. Endpoints with the same name call the same route, even if their options
 * differ.
 */
public final class DirectComponent extends Component {
    /*
     * Each endpoint stores the route that it calls, so a call needs no look-up. This map says which endpoints to update
     * when a route starts or stops. The lock guards only the map and these updates.
     */
    private final Map<String, Name> names = new HashMap<>();

    private static final class Name {
        final Set<DirectEndpoint> endpoints = new LinkedHashSet<>();

        @Nullable
        RouteEntry route;
    }

    @Override
    public String getScheme() {
        return "direct";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return DirectEndpoint.OPTIONS;
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        if (remaining.isBlank()) {
            throw new ResolveEndpointFailedException(
                    uri, "it has no name; write direct:name, as in direct:orders", null);
        }
        return new DirectEndpoint(this, uri, remaining, options);
    }

    /** Registers an endpoint, so that it is updated when its route starts or stops. */
    void join(DirectEndpoint endpoint) {
        synchronized (names) {
            Name name = names.get(endpoint.name());
            if (name == null) {
                name = new Name();
                names.put(endpoint.name(), name);
            }
            if (name.endpoints.add(endpoint)) {
                endpoint.setTarget(name.route); // returns nothing to do, because no call waits at a new endpoint
            }
        }
    }

    void leave(DirectEndpoint endpoint) {
        synchronized (names) {
            Name name = names.get(endpoint.name());
            if (name != null && name.endpoints.remove(endpoint) && name.endpoints.isEmpty()) {
                names.remove(endpoint.name());
            }
        }
    }

    /** A route has started: updates all endpoints of the name. */
    void announce(DirectEndpoint from, RouteEntry route) {
        join(from);
        List<Runnable> resumptions = new ArrayList<>();
        synchronized (names) {
            Name name = names.get(from.name());
            if (name == null) {
                return;
            }
            if (name.route != null) {
                throw new FailedToCreateRouteException(
                        "from " + from,
                        "another running route starts there; only one route can start from a direct: endpoint",
                        null);
            }
            name.route = route;
            for (DirectEndpoint each : name.endpoints) {
                Runnable resumption = each.setTarget(route);
                if (resumption != null) {
                    resumptions.add(resumption);
                }
            }
        }
        for (Runnable each : resumptions) {
            each.run();
        }
    }

    /** A route has stopped: updates all endpoints of the name, unless another route runs and this one was refused. */
    void retract(DirectEndpoint from, RouteEntry route) {
        synchronized (names) {
            Name name = names.get(from.name());
            if (name != null && name.route == route) {
                name.route = null;
                for (DirectEndpoint each : name.endpoints) {
                    each.removeTarget();
                }
            }
        }
    }
}
