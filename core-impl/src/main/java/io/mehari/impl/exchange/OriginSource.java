package io.mehari.impl.exchange;

import io.mehari.RoutingContext;
import io.mehari.spi.RoutingContextExtension;

/**
 * The services of a context, with one shared origin for all exchanges that plain code makes, and the numbers of its
 * routes.
 */
public abstract class OriginSource extends RoutingContextExtension {
    final Origin origin;
    public final RouteNumbers routeNumbers = new RouteNumbers();

    public OriginSource(RoutingContext context) {
        origin = new Origin(context, null, null);
    }
}
