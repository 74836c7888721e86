package io.mehari.impl.engine;

import java.util.function.BooleanSupplier;

/**
 * What steps know about their route.
 *
 * @param active false once a stop has waited long enough, so that delayed work is no longer useful
 * @param watchers the listeners of the route
 */
public record RouteScope(String routeId, BooleanSupplier active, Watchers watchers) {}
