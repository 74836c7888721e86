package io.mehari.impl.context;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.Log;
import io.mehari.spi.Threading;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The lifecycle listeners, and the services that the user has added to the context. */
final class Lifecycles {
    /*
     * Most contexts have no listener. So what is called is made only if there is one: the first use of each lambda
     * makes a class, which takes longer than all else that is done here.
     */
    private final List<LifecycleStrategy> all = new CopyOnWriteArrayList<>();

    private final List<Service> services = new CopyOnWriteArrayList<>();

    void add(LifecycleStrategy lifecycle) {
        all.add(lifecycle);
    }

    /** Calls the listeners; any of them may keep the context from starting. */
    void contextStarting(RoutingContext context) {
        for (LifecycleStrategy each : all) {
            try {
                each.onContextStarting(context);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(
                        "Context " + context.getName() + " does not start: "
                                + each.getClass().getName() + " failed: " + e.getMessage(),
                        e);
            }
        }
    }

    void contextStopped(RoutingContext context) {
        if (!all.isEmpty()) {
            tell(each -> each.onContextStopped(context));
        }
    }

    void routeStarted(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteStarted(route));
        }
    }

    void routeStopped(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteStopped(route));
        }
    }

    void routeRemoved(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteRemoved(route));
        }
    }

    void endpointStarted(Endpoint endpoint) {
        if (!all.isEmpty()) {
            tell(each -> each.onEndpointStarted(endpoint));
        }
    }

    void endpointStopped(Endpoint endpoint) {
        if (!all.isEmpty()) {
            tell(each -> each.onEndpointStopped(endpoint));
        }
    }

    // ---- services

    /** Adds an object that may be a service, which is started now if the context is. */
    void addIfService(Object added, boolean isStarted) {
        if (added instanceof Service service) {
            if (!services.contains(service)) {
                services.add(service);
            }
            if (isStarted) {
                service.start();
            }
        }
    }

    void removeIfService(Object removed) {
        if (removed instanceof Service service && services.remove(service)) {
            service.stop();
        }
    }

    void startServices() {
        for (Service each : services) {
            each.start();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failure must not keep other services from stopping
    void stopServices() {
        for (int i = services.size() - 1; i >= 0; i--) {
            Service each = services.get(i);
            boolean interrupted = Thread.interrupted();
            try {
                each.stop();
            } catch (Throwable e) {
                Log.warn(Lifecycles.class, "Service " + each.getClass().getName() + " failed to stop", e);
            } finally {
                Threading.restoreInterrupt(interrupted);
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failure must not keep other listeners from being called
    private void tell(Consumer<LifecycleStrategy> what) {
        for (LifecycleStrategy each : all) {
            try {
                what.accept(each);
            } catch (Throwable e) {
                Log.warn(
                        Lifecycles.class,
                        "Lifecycle strategy " + each.getClass().getName() + " failed",
                        e);
            }
        }
    }
}
