package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A route could not be created from its description: it has no input, its id is in use, or a step is incomplete. */
@Problem(value = "MH-1", wraps = true)
public class FailedToCreateRouteException extends RuntimeRoutingException {
    public FailedToCreateRouteException(String routeId, String reason, @Nullable Throwable cause) {
        super("Cannot create route " + routeId + ": " + reason, cause);
    }
}
