package io.mehari.impl.base;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The lifecycle listeners, and the services that the user has added to the context. */
public final class Lifecycles {
    /*
     * Most contexts have no listener. So what is called is made only if there is one: the first use of each lambda
     * makes a class, which takes longer than all else that is done here.
     */
    private final List<LifecycleStrategy> all = new CopyOnWriteArrayList<>();

    private final List<Service> services = new CopyOnWriteArrayList<>();

    public void add(LifecycleStrategy lifecycle) {
        all.add(lifecycle);
    }

    /** Calls the listeners; any of them may keep the context from starting. */
    public void contextStarting(RoutingContext context) {
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

    public void contextStopped(RoutingContext context) {
        if (!all.isEmpty()) {
            tell(each -> each.onContextStopped(context));
        }
    }

    public void routeStarted(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteStarted(route));
        }
    }

    public void routeStopped(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteStopped(route));
        }
    }

    public void routeRemoved(Route route) {
        if (!all.isEmpty()) {
            tell(each -> each.onRouteRemoved(route));
        }
    }

    public void endpointStarted(Endpoint endpoint) {
        if (!all.isEmpty()) {
            tell(each -> each.onEndpointStarted(endpoint));
        }
    }

    public void endpointStopped(Endpoint endpoint) {
        if (!all.isEmpty()) {
            tell(each -> each.onEndpointStopped(endpoint));
        }
    }

    // ---- services

    /** Adds an object that may be a service, which is started now if the context is. */
    public void addIfService(Object added, boolean isStarted) {
        if (added instanceof Service service) {
            if (!services.contains(service)) {
                services.add(service);
            }
            if (isStarted) {
                service.start();
            }
        }
    }

    public void removeIfService(Object removed) {
        if (removed instanceof Service service && services.remove(service)) {
            service.stop();
        }
    }

    public void startServices() {
        for (Service each : services) {
            each.start();
        }
    }

    public void stopServices() {
        for (int i = services.size() - 1; i >= 0; i--) {
            Service service = services.get(i);
            stop(service, false, Log.CONTEXT, "Service " + service.getClass().getName());
        }
    }

    /**
     * Stops one part of several: neither its failure nor an interrupt keeps the others from stopping. If the heap or
     * the stack was full, it is stopped once more.
     *
     * @param close whether to call {@code close()} instead
     * @param name its name in the warning
     */
    public static void stop(Service service, boolean close, String source, String name) {
        boolean interrupted = Thread.interrupted();
        boolean done = false;
        for (int tries = 0; tries < 2 && !done; tries++) {
            try {
                if (close) {
                    service.close();
                } else {
                    service.stop();
                }
                done = true;
            } catch (Throwable e) {
                Log.warn(source, name + " failed to stop", e);
                done = !(e instanceof VirtualMachineError);
            }
        }
        Threading.restoreInterrupt(interrupted);
    }

    private void tell(Consumer<LifecycleStrategy> what) {
        for (LifecycleStrategy each : all) {
            try {
                what.accept(each);
            } catch (Throwable e) { // a failure must not keep other listeners from being called
                Log.warn(Log.CONTEXT, "Lifecycle strategy " + each.getClass().getName() + " failed", e);
            }
        }
    }

    /** Makes a part refuse messages from outside. What it throws is logged: others are closed, too (law S4). */
    public static void closeIntake(Object part, String source, Object name) {
        if (!(part instanceof ShutdownAware aware)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            aware.closeIntake();
        } catch (Throwable e) {
            Log.warn(source, SafeText.of(name) + " could not be closed for new messages", e);
        }
        Threading.restoreInterrupt(interrupted);
    }
}
