package io.mehari.impl.context;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Service;
import io.mehari.impl.base.Lifecycles;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.IdentityHashMap;

/** The user's services in the routes of one context. A service starts with its first route and stops with its last. */
final class UsedServices {
    private final IdentityHashMap<Service, Hold> holds = new IdentityHashMap<>();

    /**
     * The number of routes that use a service. Its monitor is held while the service starts or stops, so that a second
     * route does not run before the service has started.
     */
    private static final class Hold {
        int routes;
        boolean removed;
    }

    private Hold of(Service service) {
        synchronized (holds) {
            Hold known = holds.get(service);
            if (known == null) {
                known = new Hold();
                holds.put(service, known);
            }
            return known;
        }
    }

    private void removeUnused(Service service, Hold hold) {
        if (hold.routes == 0) {
            hold.removed = true;
            remove(service, hold);
        }
    }

    private void remove(Service service, Hold hold) {
        synchronized (holds) {
            holds.remove(service, hold);
        }
    }

    /** Called once for each route that uses the service. */
    void start(Service service, String routeId) {
        for (boolean done = false; !done; ) {
            Hold hold = of(service);
            synchronized (hold) {
                if (!hold.removed) { // else another route has just stopped the service
                    start(service, hold, routeId);
                    done = true;
                } else {
                    remove(service, hold); // it may not have come to that, if the heap was full
                }
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a service may throw anything
    private void start(Service service, Hold hold, String routeId) {
        try {
            if (hold.routes == 0) {
                service.start();
            }
            hold.routes++;
        } catch (Throwable e) {
            String name = service.getClass().getName();
            throw new FailedToCreateRouteException(
                    routeId, "its service " + name + " failed to start: " + SafeText.of(e, 1000), e);
        } finally {
            removeUnused(service, hold);
        }
    }

    /** Called once for each route that started the service. */
    void stop(Service service, String routeId) {
        Hold hold = of(service);
        synchronized (hold) {
            hold.routes--;
            if (hold.routes == 0) {
                String name = service.getClass().getName();
                Lifecycles.stop(service, false, Log.route(routeId), "Route " + routeId + ": " + name);
            }
            removeUnused(service, hold);
        }
    }
}
