package io.mehari.impl.engine;

import io.mehari.Component;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.Route;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
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

    /** Where routes that were compiled since the last check send to. */
    private final Set<DirectEndpoint> sentTo = new LinkedHashSet<>();

    private final Nearest.Seldom nearest = new Nearest.Seldom();
    private final Log waits = new Log(Log.endpoint("direct:"));

    static final class Name {
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
        return DirectEndpoint.OPTIONS.list();
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
    Name join(DirectEndpoint endpoint) {
        synchronized (names) {
            names.putIfAbsent(endpoint.name(), new Name());
            Name name = Objects.requireNonNull(names.get(endpoint.name()));
            if (name.endpoints.add(endpoint)) {
                endpoint.setTarget(name.route);
            }
            return name;
        }
    }

    void routeSends(DirectEndpoint to) {
        synchronized (names) {
            sentTo.add(to);
        }
    }

    /** Those that new routes send to although no route runs there. Each is given once. */
    public List<DirectEndpoint> takeAbsent() {
        synchronized (names) {
            List<DirectEndpoint> absent = new ArrayList<>();
            for (DirectEndpoint each : sentTo) {
                if (each.runningTarget() == null) {
                    absent.add(each);
                }
            }
            sentTo.clear();
            return absent;
        }
    }

    /** Why no route runs there, and what to do. */
    String absence(DirectEndpoint to) {
        for (Route each : getContext().getRoutes()) {
            if (each.getEndpoint() instanceof DirectEndpoint from && from.name().equals(to.name())) {
                return "route " + each.getRouteId() + " starts there, but is " + each.getStatus()
                        + ": start it with getRouteController().startRoute(\"" + each.getRouteId() + "\")";
            }
        }
        return "no route starts there; " + remedy(to.name(), () -> nearest.orElse("direct:", to.name(), this::starts));
    }

    /** For a name from which no route starts. */
    public String remedy(String name, Supplier<String> nearest) {
        Set<String> starts = new HashSet<>(); // also those of queues
        getContext().getRoutes().forEach(each -> starts.add(each.getEndpoint().getManagedName()));
        String other = otherScheme("direct:" + name, starts);
        return (other.isEmpty() ? nearest.get() : other) + "add a route with from(\"direct:" + SafeText.of(name)
                + "\")";
    }

    /** Words for a URI of which no route starts, while a route starts at this name of another scheme. */
    public static String otherScheme(String uri, Set<String> uris) {
        String name = uri.substring(uri.indexOf(':') + 1);
        for (String scheme : List.of("direct:", "seda:", "disruptor:")) {
            if (!uri.startsWith(scheme) && uris.contains(scheme + name)) {
                return Nearest.meant(scheme, name);
            }
        }
        return "";
    }

    /** The names from which routes start. */
    public Set<String> starts() {
        Set<String> starts = new TreeSet<>();
        for (Route each : getContext().getRoutes()) {
            if (each.getEndpoint() instanceof DirectEndpoint from) {
                starts.add(from.name());
            }
        }
        return starts;
    }

    /** Says that a sender has waited for a route for a second: once a minute, whichever endpoint it is. */
    void warnOfWait(DirectEndpoint to, long limitMillis) {
        waits.warnOnceAMinute(
                "A sender waits for a route that starts from " + to + ", for " + limitMillis + " ms at most: "
                        + absence(to) + " [MH-53]",
                null);
    }

    void leave(DirectEndpoint endpoint) {
        synchronized (names) {
            sentTo.remove(endpoint);
            Name name = names.get(endpoint.name());
            if (name != null && name.endpoints.remove(endpoint) && name.endpoints.isEmpty()) {
                names.remove(endpoint.name());
            }
        }
    }

    /** A route has started: updates all endpoints of the name. */
    void announce(DirectEndpoint from, RouteEntry route) {
        List<DirectEndpoint> updated;
        synchronized (names) {
            Name name = join(from);
            if (name.route != null) {
                throw new FailedToCreateRouteException(
                        route.getRouteId(),
                        "route " + name.route.getRouteId() + " starts from " + from
                                + " already, and only one route can: give one of them another name",
                        null);
            }
            name.route = route;
            updated = List.copyOf(name.endpoints);
            for (DirectEndpoint each : updated) {
                each.setTarget(route);
            }
        }
        for (DirectEndpoint each : updated) {
            each.resumeWaiting();
        }
    }

    /** A route has stopped: updates all endpoints of the name, unless another route runs and this one was refused. */
    void retract(DirectEndpoint from, RouteEntry route) {
        synchronized (names) {
            Name name = names.get(from.name());
            if (name != null && name.route == route) {
                name.route = null;
                for (DirectEndpoint each : name.endpoints) {
                    each.setTarget(null);
                }
            }
        }
    }
}
