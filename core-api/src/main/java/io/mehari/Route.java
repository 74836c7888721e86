package io.mehari;

import org.jspecify.annotations.Nullable;

/** A route as it runs: an id, the endpoint it starts from, and where it stands in its life. */
public abstract class Route {

    protected Route() {}

    public abstract String getRouteId();

    public abstract Endpoint getEndpoint();

    public abstract RoutingContext getContext();

    /** What {@code routeDescription} says; null when it says nothing. */
    public abstract @Nullable String getDescription();

    public abstract ServiceStatus getStatus();

    /** What has passed through it. Counted always; asking costs a few additions. */
    public abstract RouteStats stats();
}
