package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RoutingContext;

/**
 * Told when the context, its endpoints and its routes start and stop. What it throws when the context is starting keeps
 * that from happening; anything else that it throws is logged.
 */
public interface LifecycleStrategy {
    default void onContextStarting(RoutingContext context) throws Exception {}

    /** Follows {@link #onContextStarting}, also when the start failed behind it. */
    default void onContextStopped(RoutingContext context) {}

    /** An endpoint has been made in a started context, or a context with it has started. */
    default void onEndpointStarted(Endpoint endpoint) {}

    default void onEndpointStopped(Endpoint endpoint) {}

    default void onRouteStarted(Route route) {}

    default void onRouteStopped(Route route) {}
}
