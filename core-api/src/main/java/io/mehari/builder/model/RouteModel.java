package io.mehari.builder.model;

import io.mehari.Endpoint;
import io.mehari.Service;
import io.mehari.ShutdownRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole description of a route.
 *
 * @param fromUri where the route starts; null if {@code from} is given
 * @param services the services in the description, except endpoints, each once; they start and stop with the route
 */
public record RouteModel(
        @Nullable String fromUri,
        @Nullable Endpoint from,
        @Nullable String id,
        @Nullable String description,
        boolean autoStartup,
        int startupOrder,
        ShutdownRoute shutdownRoute,
        FailurePolicy failurePolicy,
        List<Node.OnCompletion> completions,
        List<Node> steps,
        List<Service> services) {

    /** The startup order of a route that does not set one. */
    public static final int NO_ORDER = 1000;
}
