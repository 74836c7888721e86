package io.mehari.spi;

import io.mehari.ServiceStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Starts and stops single routes of a context. */
public abstract class RouteController {

    protected RouteController() {}

    /** The status of a route; null if there is no route with that id. */
    public abstract @Nullable ServiceStatus getRouteStatus(String routeId);

    public abstract void startRoute(String routeId);

    /** Starts all routes that do not run, also those that do not start with the context. */
    public abstract void startAllRoutes();

    /**
     * Stops a route gracefully: closes its intake, waits for messages in flight and in its queue, and ends the route.
     */
    public final void stopRoute(String routeId) {
        stopRoute(routeId, null);
    }

    /**
     * Stops a route gracefully, as {@link #stopRoute(String)}, with a timeout.
     *
     * @param timeout null for the timeout of the {@link ShutdownStrategy}
     * @return whether all messages were done when the route ended; false if it has not ended yet, because this was
     *     called from within a route
     */
    public abstract boolean stopRoute(String routeId, @Nullable Duration timeout);

    /** Closes the intake of a route. Messages in flight continue; queued messages stay queued. */
    public abstract void suspendRoute(String routeId);

    /** Opens the intake again. */
    public abstract void resumeRoute(String routeId);
}
