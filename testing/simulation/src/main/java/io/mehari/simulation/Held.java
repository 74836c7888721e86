package io.mehari.simulation;

import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.Service;
import io.mehari.builder.RouteBuilder;
import io.mehari.proofs.LifeCycle.Caller;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.LifecycleStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The route "held", which gets no messages. Its consumer, its service and a listener are user code: what is armed runs
 * in the next change of the life cycle that calls it.
 */
final class Held extends Component implements LifecycleStrategy {
    static final String ROUTE = "held";

    private record Armed(Caller by, Runnable what) {}

    private final Ledger ledger;
    private final List<Armed> armed = new ArrayList<>(); // guarded by itself
    private final AtomicInteger consumers = new AtomicInteger();
    private final AtomicInteger services = new AtomicInteger();

    Held(RoutingContext context, Ledger ledger) {
        this.ledger = ledger;
        context.addComponent(this);
        context.getRoutingContextExtension().addLifecycleStrategy(this);
    }

    void describe(RouteBuilder builder) {
        builder.from("held:main").routeId(ROUTE).process(new HeldService());
    }

    /** Runs that in the next change, once, unless this is called. */
    Runnable arm(Caller by, Runnable what) {
        Armed added = new Armed(by, what);
        synchronized (armed) {
            armed.add(added);
        }
        return () -> {
            synchronized (armed) {
                armed.remove(added);
            }
        };
    }

    private void change(Caller by) {
        Armed due;
        synchronized (armed) {
            due = armed.stream().filter(each -> each.by == by).findFirst().orElse(null);
            armed.remove(due);
        }
        if (due != null) {
            due.what.run();
        }
    }

    /** What is not as the status of the route says; null if all is. */
    @Nullable
    String complaint(RoutingContext context) {
        Route route = context.getRoute(ROUTE);
        int expected = route == null || route.getStatus().isStopped() ? 0 : 1;
        return consumers.get() == expected && services.get() == expected
                ? null
                : "route held is " + (route == null ? "removed" : route.getStatus()) + ", but " + consumers
                        + " consumers and " + services + " services run";
    }

    // ---- the listener

    @Override
    public void onRouteStarted(Route route) {
        if (route.getRouteId().equals(ROUTE)) {
            change(Caller.LISTENER);
        }
    }

    @Override
    public void onRouteStopped(Route route) {
        onRouteStarted(route);
    }

    @Override
    public void onRouteRemoved(Route route) {
        ledger.removed(route);
    }

    // ---- the service

    private final class HeldService implements Processor, Service {
        @Override
        public void process(Exchange exchange) {}

        @Override
        public void start() {
            services.incrementAndGet();
            change(Caller.SERVICE);
        }

        @Override
        public void stop() {
            change(Caller.SERVICE);
            services.decrementAndGet();
        }
    }

    // ---- the consumer

    @Override
    public String getScheme() {
        return "held";
    }

    @Override
    public List<EndpointOption<?>> getOptions() {
        return List.of();
    }

    @Override
    public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) {
        return new Endpoint(getContext(), uri) {
            @Override
            public Producer createProducer() {
                throw new UnsupportedOperationException("nothing is sent to held:");
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                return new HeldConsumer(this, processor);
            }
        };
    }

    private final class HeldConsumer implements Consumer {
        private final Endpoint endpoint;
        private final Processor processor;
        private boolean running;

        HeldConsumer(Endpoint endpoint, Processor processor) {
            this.endpoint = endpoint;
            this.processor = processor;
        }

        @Override
        public Endpoint getEndpoint() {
            return endpoint;
        }

        @Override
        public Processor getProcessor() {
            return processor;
        }

        @Override
        public void start() {
            running = true;
            consumers.incrementAndGet();
            change(Caller.CONSUMER);
        }

        @Override
        public void suspend() {
            change(Caller.CONSUMER);
        }

        @Override
        public void resume() {}

        @Override
        public void stop() {
            if (running) {
                running = false;
                change(Caller.CONSUMER);
                consumers.decrementAndGet();
            }
        }
    }
}
