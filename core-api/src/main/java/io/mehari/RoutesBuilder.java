package io.mehari;

import io.mehari.builder.RouteDefinition;
import java.util.List;

/**
 * What {@link RoutingContext#addRoutes(RoutesBuilder)} takes. To describe routes, extend {@link
 * io.mehari.builder.RouteBuilder}, which is one. To pass routes of several builders on as one, extend this class.
 */
public abstract class RoutesBuilder {

    protected RoutesBuilder() {}

    /** For the engine: describes the routes for this context, anew at each call. */
    public abstract List<RouteDefinition> describe(RoutingContext context) throws Exception;
}
