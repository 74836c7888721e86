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

    /** The text of {@code description}; null if there is none. */
    public abstract @Nullable String getDescription();

    public abstract ServiceStatus getStatus();

    /** Counts of the exchanges of this route. They are always on; reading them costs a few additions. */
    public abstract RouteStats stats();

    /** What this route consists of, with its counts. */
    public abstract Description describe();

    /**
     * What this route would do with a failure of one of its steps: the clauses that match, the nearest one first, with
     * the delays before each redelivery, and what the caller would see. A clause with a condition is followed by what
     * applies if the condition does not match. Nothing is executed, and no condition is evaluated.
     */
    public abstract Description explain(Throwable failure);

    /** How long exchanges took in this route; null unless {@code setRouteTimes} was on when the route started. */
    public @Nullable RouteTimes times() {
        return null;
    }
}
