package io.mehari.spring.boot;

import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Starts and stops the context with the application. Routes are added at the first start, so that route builders may
 * use the templates. A web server starts after the context and stops before it, because its requests may send to
 * routes.
 */
final class MehariLifecycle implements SmartLifecycle, DisposableBean {
    private static final int BEFORE_A_WEB_SERVER = DEFAULT_PHASE - 4096;

    private final RoutingContext context;
    private final boolean autoStartup;
    private final ObjectProvider<RouteBuilder> builders;
    private final ObjectProvider<Routes> routes;
    /** Those whose routes are added, for a start after one that has failed. */
    private final Set<Object> added = Collections.newSetFromMap(new IdentityHashMap<>());

    private volatile boolean hasRoutes;

    MehariLifecycle(
            RoutingContext context,
            boolean autoStartup,
            ObjectProvider<RouteBuilder> builders,
            ObjectProvider<Routes> routes) {
        this.context = context;
        this.autoStartup = autoStartup;
        this.builders = builders;
        this.routes = routes;
    }

    @Override
    public synchronized void start() {
        if (!hasRoutes) {
            addRoutes();
            hasRoutes = true;
        }
        context.start();
    }

    @SuppressWarnings("CatchingUnchecked") // a builder may throw anything
    private void addRoutes() {
        try {
            for (RouteBuilder each : builders.orderedStream().toList()) {
                if (!added.contains(each)) {
                    context.addRoutes(each);
                    added.add(each);
                }
            }
            for (Routes each : routes.orderedStream().toList()) {
                if (!added.contains(each)) {
                    context.addRoutes(each);
                    added.add(each);
                }
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(
                    "The routes of context " + context.getName() + " could not be added: " + e, e);
        }
    }

    @Override
    public void stop() {
        context.stop();
    }

    /** The end of the application, if something else has started the context. */
    @Override
    public void destroy() {
        stop();
    }

    /** Also false if the application brings a context that is started already: its routes are still to be added. */
    @Override
    public boolean isRunning() {
        return (hasRoutes || !autoStartup) && !context.isStopped();
    }

    @Override
    public boolean isAutoStartup() {
        return autoStartup;
    }

    @Override
    public int getPhase() {
        return BEFORE_A_WEB_SERVER;
    }
}
