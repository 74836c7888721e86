package io.mehari;

/** A route as it runs: an id, the endpoint it starts from, and where it stands in its life. */
public abstract class Route {

    protected Route() {}

    public abstract String getRouteId();

    public abstract Endpoint getEndpoint();

    public abstract RoutingContext getContext();

    public abstract ServiceStatus getStatus();
}
