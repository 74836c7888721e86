package io.mehari.impl.observe;

import io.mehari.Description;
import io.mehari.Route;
import io.mehari.RoutingContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code mehari-core-main} adds to a context. The core asks for it only when somebody wants to see something. */
public interface Insight {
    Description describe(RoutingContext context);

    Description describe(Route route);

    /** As {@link Route#explain}. */
    Description explain(Route route, Throwable failure);

    /**
     * Records a step in the message history.
     *
     * @param before the watch of the step that always runs directly before this one, unless a failure or a jump leads
     *     here; null if there is none
     */
    StepWatch history(String routeId, String node, @Nullable StepWatch before);

    /** Logs a step. */
    StepWatch tracing(String routeId, String node);

    /** Logs that a context has started, and what it runs. */
    void started(RoutingContext context, long nanos);

    /**
     * Logs that a context has stopped.
     *
     * @param left how many messages were left, by route
     */
    void stopped(RoutingContext context, long nanos, Map<String, Long> left);
}
