package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * Where messages enter: the same for all exchanges of one consumer, so they share one of these instead of carrying
 * three fields each.
 */
final class Origin {
    final RoutingContext context;
    final @Nullable Endpoint fromEndpoint;
    final @Nullable String fromRouteId;

    Origin(RoutingContext context, @Nullable Endpoint fromEndpoint, @Nullable String fromRouteId) {
        this.context = context;
        this.fromEndpoint = fromEndpoint;
        this.fromRouteId = fromRouteId;
    }
}
