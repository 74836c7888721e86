package io.mehari.impl;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Consumer;
import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ShutdownAware;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A call into the one route that starts from here. */
final class DirectEndpoint extends Endpoint {

    static final EndpointOption<Boolean> BLOCK = EndpointOption.of(
            "block", Boolean.class, true, "wait for a route to start from here, instead of failing at once");
    static final EndpointOption<Long> TIMEOUT =
            EndpointOption.of("timeout", Long.class, 30_000L, "how long to wait, in milliseconds");
    static final EndpointOption<Boolean> FAIL_IF_NO_CONSUMERS = EndpointOption.of(
            "failIfNoConsumers", Boolean.class, true, "fail when no route starts from here, instead of doing nothing");
    static final List<EndpointOption<?>> OPTIONS = List.of(BLOCK, TIMEOUT, FAIL_IF_NO_CONSUMERS);

    private final boolean block;
    private final long timeoutMillis;
    private final boolean failIfNoConsumers;

    /** The route while it runs. Read by every call, written when the route starts or stops. */
    private volatile @Nullable RouteEntry target;

    DirectEndpoint(RoutingContext context, String uri, EndpointOptions options) {
        super(context, uri);
        block = options.get(BLOCK);
        timeoutMillis = options.get(TIMEOUT);
        failIfNoConsumers = options.get(FAIL_IF_NO_CONSUMERS);
    }

    /** The route to run; null when there is no route and nothing is to be done about it. */
    @Nullable
    RouteEntry target(Exchange exchange) throws Exception {
        RouteEntry entry = target;
        return entry != null ? entry : awaitTarget(exchange);
    }

    private synchronized @Nullable RouteEntry awaitTarget(Exchange exchange) throws Exception {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        while (block && target == null) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        if (target == null && failIfNoConsumers) {
            throw new DirectConsumerNotAvailableException(
                    "No running route starts from " + this + ": add one with from(\"" + this + "\"), or start it",
                    exchange);
        }
        return target;
    }

    private synchronized void setTarget(@Nullable RouteEntry entry) {
        if (entry != null && target != null) {
            throw new FailedToCreateRouteException(
                    "from " + this, "another running route starts from there; direct: has one route", null);
        }
        target = entry;
        notifyAll();
    }

    @Override
    public Producer createProducer() {
        return new DirectProducer();
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new DirectConsumer((RouteEntry) processor);
    }

    private final class DirectProducer implements AsyncProducer {
        @Override
        public Endpoint getEndpoint() {
            return DirectEndpoint.this;
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            RouteEntry entry = target(exchange);
            if (entry != null) {
                entry.process(exchange);
            }
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            try {
                RouteEntry entry = target(exchange);
                if (entry != null) {
                    return entry.process(exchange, callback);
                }
            } catch (Exception e) {
                exchange.setException(e);
            }
            callback.done(true);
            return true;
        }
    }

    private final class DirectConsumer implements Consumer, ShutdownAware {
        private final RouteEntry route;

        DirectConsumer(RouteEntry route) {
            this.route = route;
        }

        @Override
        public Endpoint getEndpoint() {
            return DirectEndpoint.this;
        }

        @Override
        public Processor getProcessor() {
            return route;
        }

        @Override
        public int getPendingExchangesSize() {
            return 0; // a call waits for nothing
        }

        @Override
        public void start() {
            setTarget(route);
        }

        @Override
        public void stop() {
            setTarget(null);
        }
    }
}
