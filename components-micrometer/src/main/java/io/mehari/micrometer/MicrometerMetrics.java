package io.mehari.micrometer;

import io.mehari.Endpoint;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.spi.LifecycleStrategy;
import io.mehari.spi.internal.SafeText;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Registers meters for the routes and queues of a context: {@code
 * context.getRoutingContextExtension().addLifecycleStrategy(new MicrometerMetrics(registry))}, before the context
 * starts. The meters of a route are removed with the route, and all of them when the context stops. One object may
 * serve several contexts, since each meter has the context's name as a tag.
 *
 * <p>Routes have {@code mehari.exchanges}, {@code mehari.exchanges.inflight}, {@code mehari.exchanges.pending} and, if
 * {@code setRouteTimes(true)} was called, {@code mehari.route.time} and {@code mehari.route.time.max}. Queues have
 * {@code mehari.queue.size}, {@code mehari.queue.capacity}, {@code mehari.queue.messages}, {@code mehari.queue.blocked}
 * and {@code mehari.queue.waiting}.
 */
public final class MicrometerMetrics implements LifecycleStrategy {
    private static final boolean QUEUES = isPresent("io.mehari.component.queue.QueueEndpoint");

    private final MeterRegistry registry;
    private final Map<Key, Entry> registered = new HashMap<>();

    /** The owner of meters: a route, or a queue that several endpoints share. */
    private record Key(RoutingContext context, String type, String name) {}

    /** @param measured what the meters ask; kept here, since a registry does not, and the first user may leave */
    private record Entry(List<Meter> meters, Object measured, Set<Object> users) {
        Entry(List<Meter> meters, Object measured) {
            this(meters, measured, new HashSet<>(Set.of(measured)));
        }
    }

    public MicrometerMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, MicrometerMetrics.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    // ---- called by the context

    @Override
    public synchronized void onRouteStarted(Route route) {
        Key key = new Key(route.getContext(), "route", route.getRouteId());
        Entry known = registered.get(key);
        if (known != null && known.users.contains(route)) {
            return; // the route was started again
        }
        if (known != null) {
            remove(known);
        }
        registered.put(key, new Entry(RouteMeters.register(registry, tags(key), route), route));
    }

    @Override
    public void onRouteRemoved(Route route) {
        leave(new Key(route.getContext(), "route", route.getRouteId()), route);
    }

    @Override
    public synchronized void onEndpointStarted(Endpoint endpoint) {
        if (!QUEUES || !QueueMeters.isQueue(endpoint)) {
            return;
        }
        Key key = queue(endpoint);
        Entry known = registered.get(key);
        if (known == null) {
            registered.put(key, new Entry(QueueMeters.register(registry, tags(key), endpoint), endpoint));
        } else {
            known.users.add(endpoint);
        }
    }

    @Override
    public void onEndpointStopped(Endpoint endpoint) {
        leave(queue(endpoint), endpoint);
    }

    @Override
    public synchronized void onContextStopped(RoutingContext context) {
        registered.entrySet().removeIf(each -> {
            boolean ends = each.getKey().context == context;
            if (ends) {
                remove(each.getValue());
            }
            return ends;
        });
    }

    private static Key queue(Endpoint endpoint) {
        return new Key(endpoint.getContext(), "queue", SafeText.withoutSecrets(endpoint.getManagedName()));
    }

    private static Tags tags(Key key) {
        return Tags.of("context", key.context.getName(), key.type, key.name);
    }

    private synchronized void leave(Key key, Object user) {
        Entry known = registered.get(key);
        if (known != null && known.users.remove(user) && known.users.isEmpty()) {
            registered.remove(key);
            remove(known);
        }
    }

    private void remove(Entry entry) {
        entry.meters.forEach(registry::remove);
    }
}
