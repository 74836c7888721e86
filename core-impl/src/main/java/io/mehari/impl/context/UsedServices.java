package io.mehari.impl.context;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Service;
import io.mehari.impl.base.Lifecycles;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.IdentityHashMap;
import java.util.Map;

/** The user's services in the routes of one context. A service starts with its first route and stops with its last. */
final class UsedServices {
    /*
     * The monitor of a hold is held while its service starts or stops, so that a second route does not run before the
     * service has started. A route counts itself before that, so that both routes have the same hold.
     */
    private final Map<Service, Hold> holds = new IdentityHashMap<>(); // guarded by itself, as the numbers of routes

    private static final class Hold {
        int routes;
        boolean started;
    }

    /** Changes the number of routes of a service; returns its hold, which is forgotten with its last route. */
    private Hold count(Service service, int change) {
        synchronized (holds) {
            Hold hold = holds.computeIfAbsent(service, each -> new Hold());
            hold.routes += change;
            if (hold.routes == 0) {
                holds.remove(service);
            }
            return hold;
        }
    }

    private boolean isLast(Hold hold) {
        synchronized (holds) {
            return hold.routes == 1;
        }
    }

    /** Called once for each route that uses the service. */
    void start(Service service, String routeId) {
        Hold hold = count(service, 1);
        synchronized (hold) {
            try {
                if (!hold.started) {
                    service.start();
                    hold.started = true;
                }
            } catch (Throwable e) { // a service may throw anything
                count(service, -1);
                String name = service.getClass().getName();
                throw new FailedToCreateRouteException(
                        routeId, "its service " + name + " failed to start: " + SafeText.of(e, 1000), e);
            }
        }
    }

    /** Called once for each route that started the service. */
    void stop(Service service, String routeId) {
        Hold hold = count(service, 0);
        synchronized (hold) {
            if (isLast(hold)) { // a route that comes now waits, and starts it again
                String name = service.getClass().getName();
                Lifecycles.stop(service, false, Log.route(routeId), "Route " + routeId + ": " + name);
                hold.started = false;
            }
            count(service, -1);
        }
    }
}
