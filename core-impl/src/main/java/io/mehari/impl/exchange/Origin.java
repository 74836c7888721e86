package io.mehari.impl.exchange;

import io.mehari.Endpoint;
import io.mehari.RoutingContext;
import org.jspecify.annotations.Nullable;

/**
 * Context, endpoint and first route of an exchange. All exchanges of one consumer share one object, instead of having
 * three fields each.
 */
public final class Origin {
    public final RoutingContext context;
    final @Nullable Endpoint fromEndpoint;
    public final @Nullable String fromRouteId;

    public Origin(RoutingContext context, @Nullable Endpoint fromEndpoint, @Nullable String fromRouteId) {
        this.context = context;
        this.fromEndpoint = fromEndpoint;
        this.fromRouteId = fromRouteId;
    }

    /** The origin of exchanges that plain code makes; one for each context. */
    public static Origin of(RoutingContext context) {
        return context.getRoutingContextExtension() instanceof OriginSource services
                ? services.origin
                : new Origin(context, null, null);
    }
}
