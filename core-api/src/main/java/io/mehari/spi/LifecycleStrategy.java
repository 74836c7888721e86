package io.mehari.spi;

import io.mehari.Route;
import io.mehari.RoutingContext;

/** Told when the context and its routes start and stop. What it throws when starting keeps the start from happening. */
public interface LifecycleStrategy {
    default void onContextStarting(RoutingContext context) throws Exception {}

    default void onContextStopped(RoutingContext context) {}

    default void onRouteStarted(Route route) {}

    default void onRouteStopped(Route route) {}
}
