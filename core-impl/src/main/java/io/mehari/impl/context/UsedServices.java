package io.mehari.impl.context;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Service;
import io.mehari.spi.SafeText;
import java.util.IdentityHashMap;

/** The user's services in the routes of one context. A service starts with its first route and stops with its last. */
public final class UsedServices {
    private final IdentityHashMap<Service, Use> uses = new IdentityHashMap<>();

    /**
     * The number of routes that use a service. Its monitor is held while the service starts or stops, so that a second
     * route does not run before the service has started.
     */
    private static final class Use {
        int routes;
        boolean removed;
    }

    private Use of(Service service) {
        synchronized (uses) {
            Use known = uses.get(service);
            if (known == null) {
                known = new Use();
                uses.put(service, known);
            }
            return known;
        }
    }

    private void removeUnused(Service service, Use use) {
        if (use.routes == 0) {
            use.removed = true;
            synchronized (uses) {
                uses.remove(service);
            }
        }
    }

    /** Called once for each route that uses the service. */
    public void start(Service service, String routeId) {
        for (boolean done = false; !done; ) {
            Use use = of(service);
            synchronized (use) {
                if (!use.removed) { // else another route has just stopped the service
                    start(service, use, routeId);
                    done = true;
                }
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a service may throw anything
    private void start(Service service, Use use, String routeId) {
        try {
            if (use.routes == 0) {
                service.start();
            }
            use.routes++;
        } catch (Throwable e) {
            String name = service.getClass().getName();
            throw new FailedToCreateRouteException(
                    routeId, "its service " + name + " failed to start: " + SafeText.of(e, 1000), e);
        } finally {
            removeUnused(service, use);
        }
    }

    /** Called once for each route for which the service was started. */
    public void stop(Service service) {
        Use use = of(service);
        synchronized (use) {
            use.routes--;
            try {
                if (use.routes == 0) {
                    service.stop();
                }
            } finally {
                removeUnused(service, use);
            }
        }
    }
}
