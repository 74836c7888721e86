package io.mehari.impl.engine;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Consumer;
import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.impl.base.Signal;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.OptionSet;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.RouteThreads;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** An endpoint that calls the one route that starts from it. */
public final class DirectEndpoint extends Endpoint implements ShutdownAware {

    static final OptionSet OPTIONS = new OptionSet();

    private static final EndpointOption<Boolean> BLOCK =
            OPTIONS.of("block", true, "if no route starts from this endpoint, wait for one instead of failing at once");
    private static final EndpointOption<Duration> TIMEOUT =
            OPTIONS.of("timeout", Duration.ofSeconds(30), "how long to wait for a route");
    private static final EndpointOption<Boolean> FAIL_IF_NO_CONSUMERS = OPTIONS.of(
            "failIfNoConsumers", true, "fail if no route starts from this endpoint, instead of ignoring the message");

    private static final long LONG_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final DirectComponent component;
    private final String name;
    private final boolean block;
    private final long timeoutMillis;
    private final boolean failIfNoConsumers;

    /** Suspended calls that wait for a route. One is first put here, and then looks for a route or a stop. */
    private final Set<Waits.Wait> absences = ConcurrentHashMap.newKeySet();

    /** The running route. Read by every call; written when the route starts or stops. */
    private volatile @Nullable RouteEntry target;

    /** Set when the context begins to stop: no route can start then, so no call waits for one. */
    private volatile boolean stopped;

    private final Signal startedOrStopped = new Signal();

    DirectEndpoint(DirectComponent component, String uri, String name, EndpointOptions options) {
        super(component.getContext(), uri);
        this.component = component;
        this.name = name;
        block = options.get(BLOCK);
        timeoutMillis = options.millis(TIMEOUT);
        failIfNoConsumers = options.get(FAIL_IF_NO_CONSUMERS);
    }

    /** The route to run, waiting for it if necessary; null if there is none and the message is to be ignored. */
    public @Nullable RouteEntry target(Exchange exchange) throws Exception {
        RouteEntry entry = target;
        return entry != null ? entry : awaitTarget(exchange);
    }

    private @Nullable RouteEntry awaitTarget(Exchange exchange) throws Exception {
        long nanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        if (block && nanos > 0) {
            BooleanSupplier over = () -> target != null || stopped;
            long begin = Threading.nanoTime();
            long soon = Math.min(nanos, LONG_WAIT_NANOS);
            if (!startedOrStopped.await(over, begin + soon, soon) && soon < nanos) {
                component.warnOfWait(this, timeoutMillis);
                startedOrStopped.await(over, begin + nanos, nanos);
            }
        }
        return targetOrFail(exchange);
    }

    /** The route to run; null if there is none and the message is to be ignored. */
    private @Nullable RouteEntry targetOrFail(Exchange exchange) throws DirectConsumerNotAvailableException {
        RouteEntry entry = target;
        if (entry == null && failIfNoConsumers) {
            throw new DirectConsumerNotAvailableException(
                    "No running route starts from " + this + ": " + component.absence(this), exchange);
        }
        return entry;
    }

    @Nullable
    RouteEntry runningTarget() {
        return target;
    }

    // ---- suspended calls

    /** Law S2: a thread that serves several routes must not wait for a route to start. */
    boolean mustNotBlock() {
        ThreadPools threads = getContext().getRoutingContextExtension().getThreadPools();
        return block && timeoutMillis > 0 && !stopped && RouteThreads.isSharedThread(threads);
    }

    /** The wait of a message that this context's stops, and those of its first route, may end early. */
    Waits.Wait newWait(Exchange exchange) {
        return EngineContext.of(getContext())
                .waits
                .start(Objects.requireNonNullElse(exchange.getFromRouteId(), ""), timeoutMillis);
    }

    /** Resumes the caller when a route starts, when this endpoint stops, or when the timeout expires. */
    void resumeLater(Waits.Wait call) {
        absences.add(call);
        try {
            call.begin(call);
        } finally {
            if (target != null || stopped || call.isOver()) {
                goOn(call);
            }
        }
    }

    private void goOn(Waits.Wait call) {
        call.goOnEarly();
        absences.remove(call);
    }

    /** The route to run after the wait; null if there is none and the message is to be ignored. */
    @Nullable
    RouteEntry targetAfter(Waits.Wait call, Exchange exchange) throws DirectConsumerNotAvailableException {
        absences.remove(call);
        return targetOrFail(exchange);
    }

    /** Called when a route that sends to this endpoint is compiled. */
    public void routeSends() {
        if (failIfNoConsumers) {
            component.routeSends(this);
        }
    }

    public String name() {
        return name;
    }

    /** Sets the route, or null when it has stopped. After a start, call {@link #resumeWaiting} without a lock. */
    void setTarget(@Nullable RouteEntry entry) {
        target = entry;
        startedOrStopped.all();
    }

    /** Resumes all suspended calls, unless they still have to wait. */
    void resumeWaiting() {
        for (Waits.Wait each : absences) {
            if (target != null || stopped) { // else the route has stopped again
                goOn(each);
            }
        }
    }

    @Override
    public void start() {
        stopped = false;
        component.join(this);
    }

    @Override
    public void stop() {
        component.leave(this);
        endWaits();
    }

    /** The context begins to stop. A message that waits for a route to start fails now, so the stop need not wait. */
    @Override
    public void closeIntake() {
        endWaits();
    }

    @Override
    public int getPendingExchangesSize() {
        return 0; // calls are not queued
    }

    private void endWaits() {
        stopped = true;
        startedOrStopped.all();
        resumeWaiting();
    }

    @Override
    public Producer createProducer() {
        return new DirectProducer();
    }

    @Override
    public PollingConsumer createPollingConsumer() {
        throw new UnsupportedOperationException(this + " cannot be polled: it calls a route and keeps no messages;"
                + " send to a queue, such as seda:" + SafeText.of(name) + ", and poll that");
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
            return 0; // calls are not queued
        }

        @Override
        public void start() {
            component.announce(DirectEndpoint.this, route);
        }

        @Override
        public void stop() {
            component.retract(DirectEndpoint.this, route);
        }
    }
}
