package io.mehari.spi;

import io.mehari.ServiceStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Starts and stops single routes of a context. */
public abstract class RouteController {

    protected RouteController() {}

    /** Where a route stands; {@code Stopped} where there is none of that id. */
    public abstract ServiceStatus getRouteStatus(String routeId);

    public abstract void startRoute(String routeId);

    /** Closes the intake, waits for what is under way and queued, and ends the route. */
    public final void stopRoute(String routeId) {
        stopRoute(routeId, null);
    }

    /**
     * The same, waiting no longer than that.
     *
     * @param timeout null for the timeout of the {@link ShutdownStrategy}
     * @return whether everything was done when the route ended
     */
    public abstract boolean stopRoute(String routeId, @Nullable Duration timeout);

    /** Closes the intake; what is under way goes on, what is queued stays. */
    public abstract void suspendRoute(String routeId);

    /** Opens the intake again. */
    public abstract void resumeRoute(String routeId);
}
