package io.mehari.management;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RouteController;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Shows a context, its routes and the endpoints that have something to show to JMX, while it is started:
 * {@code context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement())}. The names are {@code
 * io.mehari:context=...,type=context}, {@code type=route,name=...} and {@code type=endpoint,name=...}.
 */
public final class JmxManagement implements LifecycleStrategy {
    private static final System.Logger LOG = System.getLogger(JmxManagement.class.getName());

    private final MBeanServer server;
    private final Set<ObjectName> names = new LinkedHashSet<>();

    /** For the server of the platform. */
    public JmxManagement() {
        this(ManagementFactory.getPlatformMBeanServer());
    }

    public JmxManagement(MBeanServer server) {
        this.server = server;
    }

    @Override
    public void onContextStarting(RoutingContext context) {
        show(context, "context", null, new ContextBean(context, System.nanoTime()));
    }

    @Override
    public synchronized void onContextStopped(RoutingContext context) {
        names.forEach(this::unregister);
        names.clear();
    }

    @Override
    public void onEndpointStarted(Endpoint endpoint) {
        Object bean = endpoint.getManagedObject();
        if (bean != null) {
            show(endpoint.getContext(), "endpoint", endpoint.getEndpointUri(), bean);
        }
    }

    @Override
    public void onEndpointStopped(Endpoint endpoint) {
        hide(endpoint.getContext(), "endpoint", endpoint.getEndpointUri());
    }

    @Override
    public void onRouteStarted(Route route) {
        show(route.getContext(), "route", route.getRouteId(), new RouteBean(route));
    }

    @Override
    public void onRouteStopped(Route route) {
        if (route.getContext().getRoute(route.getRouteId()) == null) {
            hide(route.getContext(), "route", route.getRouteId());
        }
    }

    private synchronized void show(RoutingContext context, String type, @Nullable String name, Object bean) {
        ObjectName objectName = name(context, type, name);
        try {
            if (!names.contains(objectName)) {
                server.registerMBean(bean, objectName);
                names.add(objectName);
            }
        } catch (JMException e) {
            LOG.log(System.Logger.Level.WARNING, "Cannot show " + objectName + " to JMX", e);
        }
    }

    private synchronized void hide(RoutingContext context, String type, @Nullable String name) {
        ObjectName objectName = name(context, type, name);
        if (names.remove(objectName)) {
            unregister(objectName);
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            LOG.log(System.Logger.Level.WARNING, "Cannot take " + name + " from JMX", e);
        }
    }

    private static ObjectName name(RoutingContext context, String type, @Nullable String name) {
        try {
            return new ObjectName("io.mehari:context=" + ObjectName.quote(context.getName()) + ",type=" + type
                    + (name == null ? "" : ",name=" + ObjectName.quote(name)));
        } catch (JMException e) {
            throw new IllegalStateException(e); // quoted names are valid
        }
    }

    private static final class ContextBean implements ContextMXBean {
        private final RoutingContext context;
        private final long startedNanos;

        ContextBean(RoutingContext context, long startedNanos) {
            this.context = context;
            this.startedNanos = startedNanos;
        }

        @Override
        public String getName() {
            return context.getName();
        }

        @Override
        public String getState() {
            return context.getStatus().name();
        }

        @Override
        public long getUptimeMillis() {
            return context.getStatus().isStarted() ? (System.nanoTime() - startedNanos) / 1_000_000 : 0;
        }

        @Override
        public int getRoutes() {
            return context.getRoutes().size();
        }

        @Override
        public long getExchangesInflight() {
            return context.stats().inflight();
        }

        @Override
        public long getExchangesPending() {
            return context.stats().pending();
        }

        @Override
        public long getExchangesCompleted() {
            return context.stats().completed();
        }

        @Override
        public long getExchangesFailed() {
            return context.stats().failed();
        }

        @Override
        public void start() {
            context.start();
        }

        @Override
        public void stop() {
            context.stop();
        }

        @Override
        public void suspend() {
            context.suspend();
        }

        @Override
        public void resume() {
            context.resume();
        }
    }

    private static final class RouteBean implements RouteMXBean {
        private final Route route;

        RouteBean(Route route) {
            this.route = route;
        }

        @Override
        public String getRouteId() {
            return route.getRouteId();
        }

        @Override
        public String getDescription() {
            return Objects.requireNonNullElse(route.getDescription(), "");
        }

        @Override
        public String getEndpointUri() {
            return route.getEndpoint().getEndpointUri();
        }

        @Override
        public String getState() {
            return route.getStatus().name();
        }

        private RouteStats stats() {
            return route.stats();
        }

        @Override
        public long getExchangesInflight() {
            return stats().inflight();
        }

        @Override
        public long getExchangesPending() {
            return stats().pending();
        }

        @Override
        public long getExchangesCompleted() {
            return stats().completed();
        }

        @Override
        public long getExchangesFailed() {
            return stats().failed();
        }

        private RouteController controller() {
            return route.getContext().getRouteController();
        }

        @Override
        public void start() {
            controller().startRoute(getRouteId());
        }

        @Override
        public void stop() {
            controller().stopRoute(getRouteId());
        }

        @Override
        public void suspend() {
            controller().suspendRoute(getRouteId());
        }

        @Override
        public void resume() {
            controller().resumeRoute(getRouteId());
        }
    }
}
