package io.mehari.management;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RouteTimes;
import io.mehari.RoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.RouteController;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Registers MBeans for a context, its routes and endpoints while the context is started: {@code
 * context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement())}. The names are {@code
 * io.mehari:context=...,type=context}, {@code type=route,name=...} and {@code type=endpoint,name=...}.
 */
public final class JmxManagement implements LifecycleStrategy {

    private final MBeanServer server;
    private final Map<String, Shown> shown = new LinkedHashMap<>(); // by context, type and full name, including secrets
    private final Set<ObjectName> names = new HashSet<>();

    /** A bean and its object; several endpoints may share a bean. */
    private record Shown(ObjectName name, Set<Object> of) {}

    /** Uses the platform MBean server. */
    public JmxManagement() {
        this(ManagementFactory.getPlatformMBeanServer());
    }

    public JmxManagement(MBeanServer server) {
        this.server = server;
    }

    @Override
    public void onContextStarting(RoutingContext context) {
        show(context, context, "context", null, new ContextBean(context, Threading.nanoTime()));
    }

    @Override
    public synchronized void onContextStopped(RoutingContext context) {
        String own = context.getName() + '\n';
        shown.entrySet().removeIf(each -> {
            boolean ends = each.getKey().startsWith(own);
            if (ends) {
                names.remove(each.getValue().name);
                unregister(each.getValue().name);
            }
            return ends;
        });
    }

    @Override
    public void onEndpointStarted(Endpoint endpoint) {
        Object bean = endpoint.getManagedObject();
        if (bean != null) {
            show(endpoint, endpoint.getContext(), "endpoint", endpoint.getManagedName(), bean);
        }
    }

    @Override
    public void onEndpointStopped(Endpoint endpoint) {
        hide(endpoint, endpoint.getContext(), "endpoint", endpoint.getManagedName());
    }

    @Override
    public void onRouteStarted(Route route) {
        show(route, route.getContext(), "route", route.getRouteId(), new RouteBean(route));
    }

    @Override
    public void onRouteRemoved(Route route) {
        hide(route, route.getContext(), "route", route.getRouteId());
    }

    private synchronized void show(Object of, RoutingContext context, String type, @Nullable String name, Object bean) {
        String key = key(context, type, name);
        Shown known = shown.get(key);
        if (known != null) {
            known.of.add(of);
            return;
        }
        ObjectName objectName = freeName(context, type, name);
        try {
            server.registerMBean(bean, objectName);
            names.add(objectName);
            shown.put(key, new Shown(objectName, new HashSet<>(Set.of(of))));
        } catch (JMException e) {
            Log.warn(JmxManagement.class, "Cannot show " + objectName + " to JMX", e);
        }
    }

    private synchronized void hide(Object of, RoutingContext context, String type, String name) {
        String key = key(context, type, name);
        Shown known = shown.get(key);
        if (known != null && known.of.remove(of) && known.of.isEmpty()) {
            shown.remove(key);
            names.remove(known.name);
            unregister(known.name);
        }
    }

    /**
     * Endpoints that differ only in a secret have the same name, which does not contain the secret. So all but the
     * first get a number.
     */
    private ObjectName freeName(RoutingContext context, String type, @Nullable String name) {
        String safe = name == null ? null : SafeText.withoutSecrets(name);
        ObjectName free = name(context, type, safe);
        for (int number = 2; names.contains(free); number++) {
            free = name(context, type, safe + " (" + number + ")");
        }
        return free;
    }

    private static String key(RoutingContext context, String type, @Nullable String name) {
        return context.getName() + '\n' + type + '\n' + name;
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (JMException e) {
            Log.warn(JmxManagement.class, "Cannot take " + name + " from JMX", e);
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

    private static final class ContextBean extends CountsBean implements ContextMXBean {
        private final RoutingContext context;
        private final long startedNanos;

        ContextBean(RoutingContext context, long startedNanos) {
            this.context = context;
            this.startedNanos = startedNanos;
        }

        @Override
        RouteStats stats() {
            return context.stats();
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
            return context.getStatus().isStarted() ? (Threading.nanoTime() - startedNanos) / 1_000_000 : 0;
        }

        @Override
        public int getRoutes() {
            return context.getRoutes().size();
        }

        @Override
        public String describe(String format) {
            return DescriptionFormat.of(format).print(context.describe());
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

    private static final class RouteBean extends CountsBean implements RouteMXBean {
        private static final RouteTimes NOT_TIMED = new RouteTimes(0, 0, 0, 0);

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
            return SafeText.withoutSecrets(route.getEndpoint().getEndpointUri());
        }

        @Override
        public String getState() {
            return route.getStatus().name();
        }

        @Override
        RouteStats stats() {
            return route.stats();
        }

        private RouteTimes times() {
            return Objects.requireNonNullElse(route.times(), NOT_TIMED);
        }

        @Override
        public boolean isTimed() {
            return route.times() != null;
        }

        @Override
        public long getTimedExchanges() {
            return times().count();
        }

        @Override
        public long getMeanProcessingNanos() {
            return times().meanNanos();
        }

        @Override
        public long getMaxProcessingNanos() {
            return times().maxNanos();
        }

        private RouteController controller() {
            return route.getContext().getRouteController();
        }

        @Override
        public String describe(String format) {
            return DescriptionFormat.of(format).print(route.describe());
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
