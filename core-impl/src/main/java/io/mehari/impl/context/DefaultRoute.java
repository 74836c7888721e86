package io.mehari.impl.context;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RouteTimes;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.ShutdownRoute;
import io.mehari.builder.RouteDefinition;
import io.mehari.impl.aggregate.RouteAggregators;
import io.mehari.impl.base.Stopwatch;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.WaitingRetries;
import io.mehari.impl.engine.Watched;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.pattern.WireTap;
import io.mehari.spi.Log;
import io.mehari.spi.RouteStartupOrder;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One route: its description and, while it is started, the compiled steps, the consumer, and the services that they
 * use.
 */
public final class DefaultRoute extends Route implements RouteStartupOrder {
    private final AbstractRoutingContext context;
    private final RouteDefinition definition;
    private final String id;
    private final int number;
    private final Endpoint endpoint;
    private final InflightCounter inflight = new InflightCounter();
    private final List<Service> attached = new CopyOnWriteArrayList<>(); // services made for this route
    private final List<Service> used = new CopyOnWriteArrayList<>(); // the user's services that were started
    private final Map<String, Endpoint> held = new LinkedHashMap<>(); // by the URIs in the route
    private volatile @Nullable Consumer consumer;
    private boolean removed;
    private volatile RouteAggregators aggregators;
    private volatile WaitingRetries retries = new WaitingRetries();
    private volatile @Nullable Stopwatch stopwatch;
    private volatile ServiceStatus status = ServiceStatus.Stopped;
    private volatile int startNumber; // grows from start to start; 0 if this route does not run

    DefaultRoute(AbstractRoutingContext context, RouteDefinition definition, String id) {
        this.context = context;
        this.definition = definition;
        this.id = id;
        number = context.services().routeNumbers.give(this);
        Endpoint given = definition.getFromEndpoint();
        aggregators = new RouteAggregators(id, inflight);
        endpoint = given != null ? hold(given) : source(String.valueOf(definition.getFromUri()));
    }

    private Endpoint source(String uri) {
        try {
            return hold(uri);
        } catch (ResolveEndpointFailedException e) {
            throw new FailedToCreateRouteException(id, "from: " + e.getMessage(), e);
        }
    }

    /** Keeps an endpoint that was given as an object, if it is the one of its URI in this context. */
    Endpoint hold(Endpoint given) {
        if (given.getContext() == context && held.putIfAbsent(given.getEndpointUri(), given) == null) {
            context.holdEndpoint(given);
        }
        return given;
    }

    /** Returns an endpoint that is kept until this route is removed. */
    Endpoint hold(String uri) {
        Endpoint known = held.get(uri);
        if (known == null) {
            known = context.holdEndpoint(uri);
            held.put(uri, known);
        }
        return known;
    }

    /** Called after the route was removed: gives back its endpoints and its number. */
    synchronized void giveEndpointsBack() {
        held.values().forEach(context::giveBackEndpoint);
        held.clear();
        context.services().routeNumbers.takeBack(number);
    }

    @Override
    public String getRouteId() {
        return id;
    }

    @Override
    public @Nullable String getDescription() {
        return definition.getDescription();
    }

    @Override
    public Endpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public RoutingContext getContext() {
        return context;
    }

    @Override
    public ServiceStatus getStatus() {
        return status;
    }

    @Override
    public RouteStats stats() {
        long completed = inflight.completed(); // first: a message that ends meanwhile must not count twice
        long failed = inflight.failed();
        return new RouteStats(inflight.current(), pending(), completed, failed);
    }

    @Override
    public @Nullable RouteTimes times() {
        Stopwatch mine = stopwatch;
        return mine == null ? null : mine.times();
    }

    private long pending() {
        Consumer current = consumer;
        long pending = current instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
        for (Service each : used) {
            pending += each instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
        }
        for (Service each : attached) {
            pending += each instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0; // wire taps in flight
        }
        return pending;
    }

    /** Whether a message is in flight here, or may still come without a new message from outside. */
    boolean isBusy() {
        // checked in the order in which a message moves, so that a moving message is not missed
        boolean expects =
                consumer instanceof ShutdownAware aware && (status.isSuspended() ? aware.hasTaken() : aware.isBusy());
        expects |= aggregators.isBusy();
        expects |= inflight.current() > 0;
        for (Service each : used) {
            expects |= each instanceof ShutdownAware aware && aware.isBusy();
        }
        for (Service each : attached) {
            expects |= each instanceof ShutdownAware aware && aware.isBusy();
        }
        return expects;
    }

    /**
     * The number of messages that have left, and of wire taps that have ended. It only grows, unlike the sum of
     * completed and failed messages.
     */
    long ended() {
        long ended = inflight.ended();
        for (Service each : attached) {
            ended += each instanceof WireTap tap ? tap.ended() : 0;
        }
        return ended;
    }

    boolean isAutoStartup() {
        return definition.isAutoStartup() && !context.isExcludedFromStart(id, endpoint.getEndpointUri());
    }

    /** Whether the intake is closed after that of other routes. */
    boolean isDeferred() {
        return definition.getShutdownRoute() == ShutdownRoute.Defer;
    }

    /** Whether this route or the context is being stopped. */
    boolean isStopping() {
        return status == ServiceStatus.Stopping || context.isStopping();
    }

    @Override
    public int getStartupOrder() {
        return definition.getStartupOrder();
    }

    @Override
    public Route getRoute() {
        return this;
    }

    /** When this route has started, as a number that grows; 0 if it does not run. */
    int startNumber() {
        return startNumber;
    }

    // ---- start and stop: one at a time

    /**
     * Starts the services that this route uses, and then its consumer. Does nothing while the context stops, because
     * the route would not be stopped.
     */
    synchronized void start() {
        if (removed) {
            throw new IllegalStateException("Route '" + id + "' was removed and cannot be started; add it again");
        }
        if (status == ServiceStatus.Suspended) {
            resume();
        } else if (status == ServiceStatus.Stopped && !context.isStopping()) {
            status = ServiceStatus.Starting;
            try {
                Consumer made = compile();
                consumer = made;
                for (Service each : definition.getServices()) {
                    context.usedServices().start(each, id);
                    used.add(each);
                }
                for (Service each : attached) {
                    each.start();
                }
                inflight.open();
                aggregators.start();
                made.start();
                startNumber = context.services().nextRouteStart();
                status = ServiceStatus.Started;
            } finally {
                if (status != ServiceStatus.Started) {
                    end();
                }
            }
            context.services().lifecycles().routeStarted(this);
        }
    }

    private Consumer compile() {
        try {
            ContextServices services = context.services();
            Watchers watchers = services.watchers();
            var watch = new Watched.WatchOptions(
                    watchers, services.isMessageHistory(), services.isTracing() || definition.isTracing());
            WaitingRetries waiting = new WaitingRetries();
            RouteAggregators gathering = new RouteAggregators(id, inflight);
            boolean isCalled = endpoint instanceof DirectEndpoint;
            Long delayer = definition.getDelayer();
            RouteCode code = RouteCompiler.compile(
                    new RouteCompiler.Environment(
                            context,
                            this,
                            id,
                            number,
                            isCalled,
                            attached,
                            watch,
                            gathering,
                            waiting,
                            delayer != null ? delayer : context.delayer()),
                    definition,
                    timing(services.isRouteTimes()));
            aggregators = gathering;
            retries = waiting;
            return endpoint.createConsumer(new RouteEntry(
                    code,
                    new Origin(context, endpoint, id),
                    number,
                    inflight,
                    services.getExchangeFactory(),
                    watchers.areNone() ? null : watchers));
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new FailedToCreateRouteException(id, String.valueOf(e.getMessage()), e);
        }
    }

    /** The stopwatch to use; an earlier one is continued. */
    private @Nullable Stopwatch timing(boolean wanted) {
        Stopwatch mine = stopwatch;
        if (!wanted || mine == null) {
            mine = wanted ? new Stopwatch() : null;
            stopwatch = mine;
        }
        return mine;
    }

    /**
     * Stops accepting messages from outside. A consumer that gets messages from other routes continues until {@link
     * #end}.
     */
    @SuppressWarnings("CatchingUnchecked")
    synchronized void closeIntake() {
        Consumer current = consumer;
        if (current != null && status != ServiceStatus.Stopped) {
            inflight.closeToOutside();
            retries.stop();
            boolean interrupted = Thread.interrupted();
            try {
                if (current instanceof ShutdownAware aware) {
                    aware.closeIntake();
                } else {
                    current.stop();
                }
            } catch (Throwable e) {
                failedToStop(current, e);
            } finally {
                Threading.restoreInterrupt(interrupted);
            }
            if (status != ServiceStatus.Suspended) {
                status = ServiceStatus.Stopping;
            }
        }
    }

    /**
     * Closes the intake when only this route stops: also refuses messages from other routes, unless some are queued.
     */
    synchronized void closeToAll() {
        closeIntake();
        if (consumer instanceof ShutdownAware aware && !aware.isBusy()) {
            stop(consumer);
        }
    }

    /** Marks a stopped route as removed, so that it is never started again; false if it is not stopped. */
    synchronized boolean markRemoved() {
        removed |= status.isStopped();
        return removed;
    }

    /**
     * From now on no group enters the route, even if its timeout expires. A group that entered before is in flight, so
     * wait once more after this call.
     */
    void closeToGroups() {
        inflight.close();
    }

    /** Completes the groups that are to be completed at a stop; false if there were none. */
    boolean completeGroups() {
        return aggregators.completeAtStop();
    }

    void awaitEmpty(long endNanos, long momentNanos) throws InterruptedException {
        long soon = Threading.nanoTime() + momentNanos;
        long end = pending() > 0 && soon - endNanos < 0 ? soon : endNanos;
        if (inflight.current() > 0) {
            inflight.awaitEmpty(end);
        } else if (isBusy()) {
            Threading.sleepNanos(momentNanos);
        }
    }

    synchronized void end() {
        Consumer current = consumer;
        if (current != null) {
            stop(current); // first: groups may still complete while messages are accepted
            close(current);
            inflight.close();
            consumer = null;
        }
        aggregators.end();
        for (Service each : attached) {
            stop(each);
        }
        attached.clear();
        for (Service each : used) {
            stopUsed(each);
        }
        used.clear();
        startNumber = 0;
        boolean wasStarted = status != ServiceStatus.Stopped && status != ServiceStatus.Starting;
        status = ServiceStatus.Stopped;
        if (wasStarted) {
            context.services().lifecycles().routeStopped(this);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // a failure must not keep other services from stopping
    private void stop(Service service) {
        boolean interrupted = Thread.interrupted();
        try {
            service.stop();
        } catch (Throwable e) {
            failedToStop(service, e);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void close(Service service) {
        boolean interrupted = Thread.interrupted();
        try {
            service.close();
        } catch (Throwable e) {
            failedToStop(service, e);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void stopUsed(Service service) {
        boolean interrupted = Thread.interrupted();
        try {
            context.usedServices().stop(service);
        } catch (Throwable e) {
            failedToStop(service, e);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    private void failedToStop(Service service, Throwable e) {
        Log.warn(DefaultRoute.class, "Route " + id + ": " + service.getClass().getName() + " failed to stop", e);
    }

    synchronized void suspend() {
        if (consumer != null && status == ServiceStatus.Started) {
            boolean interrupted = Thread.interrupted();
            try {
                consumer.suspend();
            } finally {
                Threading.restoreInterrupt(interrupted);
            }
            status = ServiceStatus.Suspended;
        }
    }

    synchronized void resume() {
        if (consumer != null && status == ServiceStatus.Suspended) {
            consumer.resume();
            status = ServiceStatus.Started;
        }
    }
}
