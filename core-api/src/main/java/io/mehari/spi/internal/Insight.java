package io.mehari.spi.internal;

import io.mehari.Description;
import io.mehari.Route;
import io.mehari.RoutingContext;

/** What {@code mehari-core-main} adds to a context. The core asks for it only when somebody wants to see something. */
public interface Insight {
    Description describe(RoutingContext context);

    Description describe(Route route);

    /** As {@link Route#explain}. */
    Description explain(Route route, Throwable failure);
}
