package io.mehari;

import org.jspecify.annotations.Nullable;

/** A route of a context: its id, the endpoint where it starts, and its status. */
public abstract class Route {

    protected Route() {}

    public abstract String getRouteId();

    /** Same as {@link #getRouteId()}. */
    public final String getId() {
        return getRouteId();
    }

    public abstract Endpoint getEndpoint();

    public abstract RoutingContext getContext();

    /** The text of {@code routeDescription}; null if there is none. */
    public abstract @Nullable String getDescription();

    public abstract ServiceStatus getStatus();

    /** Counts of the exchanges of this route. They are always on; reading them costs a few additions. */
    public abstract RouteStats stats();

    /** How long exchanges took in this route; null unless {@code setRouteTimes} was on when the route started. */
    public @Nullable RouteTimes times() {
        return null;
    }
}
