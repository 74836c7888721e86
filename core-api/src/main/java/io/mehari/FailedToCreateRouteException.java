package io.mehari;

import org.jspecify.annotations.Nullable;

/** A route's description cannot be made into a route: no input, an id that is taken, a step that lacks something. */
public class FailedToCreateRouteException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    public FailedToCreateRouteException(String routeId, String reason, @Nullable Throwable cause) {
        super("Cannot create route " + routeId + ": " + reason, cause);
    }
}
