package io.mehari.impl.engine;

import java.util.function.BooleanSupplier;

/**
 * What steps know about their route.
 *
 * @param active false after a stop has waited for the messages in flight, so that delayed work is no longer useful
 * @param watchers the listeners of the route
 * @param retries the redeliveries that are given up when the route stops
 */
public record RouteScope(String routeId, BooleanSupplier active, Watchers watchers, WaitingRetries retries) {}
