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
import io.mehari.impl.exchange.Continuation;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.SafeText;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Signal;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An endpoint that calls the one route that starts from it. */
public final class DirectEndpoint extends Endpoint implements ShutdownAware {

    static final EndpointOption<Boolean> BLOCK = EndpointOption.of(
            "block",
            Boolean.class,
            true,
            "if no route starts from this endpoint, wait for one instead of failing at once");
    static final EndpointOption<Long> TIMEOUT =
            EndpointOption.of("timeout", Long.class, 30_000L, "how long to wait for a route, in milliseconds");
    static final EndpointOption<Boolean> FAIL_IF_NO_CONSUMERS = EndpointOption.of(
            "failIfNoConsumers",
            Boolean.class,
            true,
            "fail if no route starts from this endpoint, instead of ignoring the message");
    static final EndpointOption<Boolean> SYNCHRONOUS = EndpointOption.of(
            "synchronous", Boolean.class, false, "no effect: a caller whose message has to wait blocks no thread");
    static final List<EndpointOption<?>> OPTIONS = List.of(BLOCK, TIMEOUT, FAIL_IF_NO_CONSUMERS, SYNCHRONOUS);

    private final DirectComponent component;
    private final String name;
    private final boolean block;
    private final long timeoutMillis;
    private final boolean failIfNoConsumers;
    private volatile boolean mayBeMistyped;

    /** Suspended calls that wait for a route. Guarded by this. */
    private final Set<Absence> absences = new LinkedHashSet<>();

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
        timeoutMillis = options.get(TIMEOUT);
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
            startedOrStopped.await(() -> target != null || stopped, Threading.nanoTime() + nanos, nanos);
        }
        return targetOrFail(exchange);
    }

    /** The route to run; null if there is none and the message is to be ignored. */
    @Nullable
    RouteEntry targetOrFail(Exchange exchange) throws DirectConsumerNotAvailableException {
        RouteEntry entry = target;
        if (entry == null && failIfNoConsumers) {
            throw new DirectConsumerNotAvailableException(
                    "No running route starts from " + this + ": add one with from(\"" + this + "\"), or start it",
                    exchange);
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
        return block && timeoutMillis > 0 && pools().isSharedThread();
    }

    private ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    /** Resumes the caller when a route starts, when this endpoint stops, or when the timeout expires. */
    void resumeLater(Continuation caller) {
        Absence absence = new Absence(caller);
        boolean waits;
        synchronized (this) {
            waits = target == null && !stopped && absences.add(absence);
        }
        if (waits) {
            expireLater(absence);
        } else {
            pools().resume(caller);
        }
    }

    private void expireLater(Absence absence) {
        ThreadPools.Delayed expiry = pools().schedule(() -> giveUp(absence), timeoutMillis);
        boolean waits;
        synchronized (this) {
            absence.expiry = expiry;
            waits = absences.contains(absence);
        }
        if (!waits) { // the route has started meanwhile
            expiry.cancel();
        }
    }

    /** Called without a lock, after the call was removed from the set. */
    private void resume(Absence absence) {
        pools().resume(absence.caller);
        ThreadPools.Delayed expiry = absence.expiry;
        if (expiry != null) {
            expiry.cancel(); // else the timer would keep the exchange alive until the timeout
        }
    }

    private void giveUp(Absence absence) {
        boolean waited;
        synchronized (this) {
            waited = absences.remove(absence);
        }
        if (waited) {
            pools().resume(absence.caller);
        }
    }

    /** One suspended call. */
    private static final class Absence {
        final Continuation caller;
        /**
         * Null until the timer task exists. If the call was removed before that, the thread that sets this field
         * cancels the task.
         */
        volatile ThreadPools.@Nullable Delayed expiry;

        Absence(Continuation caller) {
            this.caller = caller;
        }
    }

    /** Called when a route that sends to this endpoint is compiled. */
    public void routeSends() {
        mayBeMistyped = failIfNoConsumers;
    }

    /** Whether to check that a route starts from this endpoint, because a new route sends to it. True only once. */
    public boolean isToBeChecked() {
        boolean check = mayBeMistyped;
        mayBeMistyped = false;
        return check;
    }

    public String name() {
        return name;
    }

    /** Sets the route. Returns an action to run without a lock, which resumes the calls that waited; null for none. */
    synchronized @Nullable Runnable setTarget(@Nullable RouteEntry entry) {
        target = entry;
        startedOrStopped.all();
        return entry == null ? null : endAbsences();
    }

    /** The route has stopped. */
    synchronized void removeTarget() {
        target = null;
    }

    /** Ends the wait of all suspended calls. Call it under the lock, and run the result, if any, without it. */
    private @Nullable Runnable endAbsences() {
        if (absences.isEmpty()) {
            return null;
        }
        List<Absence> over = List.copyOf(absences);
        absences.clear();
        return () -> over.forEach(this::resume);
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
        Runnable resumption;
        synchronized (this) {
            stopped = true;
            resumption = endAbsences();
        }
        startedOrStopped.all();
        if (resumption != null) {
            resumption.run();
        }
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
