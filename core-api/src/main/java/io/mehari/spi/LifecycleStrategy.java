package io.mehari.spi;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RoutingContext;

/**
 * Listens to the start and stop of the context, its endpoints and its routes. An exception from {@code
 * onContextStarting} keeps the context from starting; any other exception is logged. It is called on the thread that
 * starts or stops.
 */
public interface LifecycleStrategy {
    default void onContextStarting(RoutingContext context) throws Exception {}

    /** Follows {@link #onContextStarting}, also if the context then failed to start. */
    default void onContextStopped(RoutingContext context) {}

    /** An endpoint was created in a started context, or the context of an existing endpoint was started. */
    default void onEndpointStarted(Endpoint endpoint) {}

    default void onEndpointStopped(Endpoint endpoint) {}

    default void onRouteStarted(Route route) {}

    default void onRouteStopped(Route route) {}

    /** A route was removed. It had been stopped before, and cannot be started again. */
    default void onRouteRemoved(Route route) {}
}
