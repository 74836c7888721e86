package io.mehari.impl.context;

import io.mehari.Consumer;
import io.mehari.Description;
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
import io.mehari.builder.model.RouteModel;
import io.mehari.impl.aggregate.RouteAggregators;
import io.mehari.impl.base.Lifecycles;
import io.mehari.impl.compile.RouteCompiler;
import io.mehari.impl.compile.RouteEnvironment;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.InflightCounter;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteEntry;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.engine.Scopes;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.Origin;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.observe.ModelledRoute;
import io.mehari.impl.observe.Stopwatch;
import io.mehari.impl.observe.WatchOptions;
import io.mehari.impl.pattern.WireTap;
import io.mehari.spi.MessageScope;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One route: its description and, while it is started, the compiled steps, the consumer, and the services that they
 * use.
 */
public final class DefaultRoute extends Route implements ModelledRoute, Comparable<DefaultRoute> {
    private final AbstractRoutingContext context;
    final RouteModel definition;
    private final String id;
    private final int number;
    private final Endpoint endpoint;
    final InflightCounter inflight = new InflightCounter();
    final List<Service> attached = new CopyOnWriteArrayList<>(); // services made for this route, such as producers
    private final List<Service> used = new CopyOnWriteArrayList<>(); // the user's services that were started
    private final Map<String, Endpoint> held = new LinkedHashMap<>(); // by the URIs in the route
    private volatile @Nullable Consumer consumer;
    private boolean removed;
    private boolean told; // listeners were told that it has started
    private volatile RouteAggregators aggregators;
    private volatile @Nullable RouteLife life;
    private volatile @Nullable Stopwatch stopwatch;
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    DefaultRoute(AbstractRoutingContext context, RouteModel definition, String id) {
        this.context = context;
        this.definition = definition;
        this.id = id;
        Endpoint given = definition.from();
        aggregators = new RouteAggregators(inflight);
        endpoint = given != null ? hold(given) : source(String.valueOf(definition.fromUri()));
        number = context.services.routeNumbers.give(this); // last: a route that cannot be made needs none
    }

    private Endpoint source(String uri) {
        try {
            return hold(uri);
        } catch (ResolveEndpointFailedException e) {
            throw new FailedToCreateRouteException(id, "from: " + e.getMessage(), e);
        }
    }

    /** If it is the one of its URI in this context. */
    @Override
    public Endpoint hold(Endpoint given) {
        if (given.getContext() == context && !held.containsKey(given.getEndpointUri())) {
            context.services.endpoints.hold(given); // first: what could not be held is not given back
            held.put(given.getEndpointUri(), given);
        }
        return given;
    }

    @Override
    public Endpoint hold(String uri) {
        Endpoint known = held.get(uri);
        if (known == null) {
            known = context.services.hold(uri);
            held.put(uri, known);
        }
        return known;
    }

    /** Called after the route was removed: gives back its endpoints and its number. */
    synchronized void giveEndpointsBack() {
        held.values().forEach(context.services.endpoints::giveBack);
        held.clear();
        context.services.routeNumbers.takeBack(number);
    }

    @Override
    public RouteModel model() {
        return definition;
    }

    @Override
    public void replaceWith(RouteModel model) {
        context.routes.replace(id, model);
    }

    @Override
    public String getRouteId() {
        return id;
    }

    @Override
    public @Nullable String getDescription() {
        return definition.description();
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
        long[] groups = aggregators.openAndOldest();
        Consumer running = consumer;
        return new RouteStats(
                inflight.current(),
                pending(),
                completed,
                failed,
                inflight.counted(InflightCounter.REDELIVERED),
                inflight.counted(InflightCounter.HANDLED),
                inflight.counted(InflightCounter.DEAD),
                inflight.counted(InflightCounter.REFUSED),
                0,
                inflight.counted(InflightCounter.DISCARDED),
                groups[0],
                groups[1],
                running == null ? 0 : lag(running));
    }

    @Override
    public @Nullable RouteTimes times() {
        Stopwatch running = stopwatch;
        return running == null ? null : running.times();
    }

    @Override
    public Description describe() {
        Insight insight = context.services.insight();
        return insight == null ? ContextServices.notDescribed("route", id) : insight.describe(this);
    }

    @Override
    public Description explain(Throwable failure) {
        AbstractRoutingContext.notNull("explain", "failure", failure, "an exception");
        Insight insight = context.services.insight();
        return insight == null
                ? ContextServices.notDescribed("failure", failure.getClass().getName() + " in route " + id)
                : insight.explain(this, failure);
    }

    private long pending() {
        long pending = pending(consumer);
        for (Service each : used) {
            pending += pending(each);
        }
        for (Service each : attached) {
            pending += pending(each); // wire taps in flight
        }
        return pending;
    }

    private static int pending(@Nullable Service service) {
        try {
            return service instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
        } catch (Throwable e) { // law S4: it may ask a queue of the user's, and a stop asks it
            return 0;
        }
    }

    private static long lag(Consumer consumer) {
        try {
            return consumer.getLag();
        } catch (Throwable e) {
            return 0;
        }
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

    @Override
    public int compareTo(DefaultRoute other) {
        return Integer.compare(definition.startupOrder(), other.definition.startupOrder());
    }

    // ---- start and stop: one at a time

    /** For several routes: one of them may be removed meanwhile. */
    synchronized void startUnlessRemoved() {
        if (!removed) {
            start();
        }
    }

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
                for (Service each : definition.services()) {
                    context.routes.startService(each, id);
                    used.add(each);
                }
                for (Service each : attached) {
                    each.start();
                }
                inflight.open();
                aggregators.start();
                made.start();
                if (status == ServiceStatus.Starting) {
                    status = ServiceStatus.Started;
                }
            } finally {
                if (status != ServiceStatus.Started) {
                    end();
                }
            }
            if (status == ServiceStatus.Started) {
                told = true;
                context.services.lifecycles.routeStarted(this);
            }
        }
    }

    /** Whether this was called by what a start calls. Then the start ends with a stop. */
    synchronized boolean stopsWithItsStart() {
        boolean within = status == ServiceStatus.Starting; // else start() would have the lock
        if (within) {
            status = ServiceStatus.Stopping;
        }
        return within;
    }

    private Consumer compile() {
        try {
            ContextServices services = context.services;
            Watchers watchers = services.watchers();
            var watch = new WatchOptions(
                    watchers, services.neededInsight(), services.isMessageHistory(), services.isTracing());
            RouteAggregators gathering = new RouteAggregators(inflight);
            RouteLife living = new RouteLife(services, id);
            boolean isCalled = endpoint instanceof DirectEndpoint;
            List<MessageScope> holding = services.scopes;
            Scopes scopes = holding.isEmpty() ? null : new Scopes(holding.toArray(new MessageScope[0]), true, id);
            Stopwatch earlier = stopwatch;
            stopwatch = !services.isRouteTimes() ? null : earlier != null ? earlier : new Stopwatch();
            RouteCode code = RouteCompiler.compile(
                    new RouteEnvironment(
                            services, living, this, id, number, isCalled, attached, watch, gathering, scopes),
                    definition,
                    stopwatch);
            aggregators = gathering;
            life = living;
            services.waits.open(id);
            return endpoint.createConsumer(new RouteEntry(
                    code, new Origin(context, endpoint, id), number, inflight, watchers.areNone() ? null : watchers));
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new FailedToCreateRouteException(id, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Stops accepting messages from outside. A consumer that gets messages from other routes continues until {@link
     * #end}.
     */
    synchronized void closeIntake() {
        Consumer current = consumer;
        if (current != null && status != ServiceStatus.Stopped) {
            inflight.closeToOutside();
            if (current instanceof ShutdownAware) {
                Lifecycles.closeIntake(current, Log.route(id), "Route " + id);
            } else {
                stop(current, false);
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
            stop(consumer, false);
        }
    }

    /** Marks a stopped route as removed, so that it is never started again; false if it is not stopped. */
    synchronized boolean markRemoved() {
        removed |= status.isStopped();
        return removed;
    }

    /** Completes the groups that are to be completed at a stop; false if there were none. */
    boolean completeGroups() {
        return aggregators.completeAtStop();
    }

    /** The number of messages in flight or waiting; a stop must not ask for more, which may throw. */
    long left() {
        return inflight.current() + pending();
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

    /** The limit of a stop is over: messages that are left end at their next part. */
    void endWork() {
        RouteLife ending = life;
        if (ending != null) {
            ending.end();
        }
    }

    synchronized void end() {
        Consumer current = consumer;
        if (current != null) {
            stop(current, false); // first: groups may still complete while messages are accepted
            stop(current, true);
            inflight.close();
            consumer = null;
        }
        aggregators.end();
        for (Service each : attached) {
            stop(each, false);
        }
        attached.clear();
        List<Service> last = List.copyOf(used);
        used.clear(); // before: the stop of one of them may stop this route
        for (Service each : last) {
            context.routes.stopService(each, id);
        }
        status = ServiceStatus.Stopped;
        if (told) {
            told = false;
            context.services.lifecycles.routeStopped(this);
        }
    }

    @Override
    public String toString() {
        return id + " from " + endpoint;
    }

    private void stop(Service service, boolean close) {
        String name = service.getClass().getName();
        Lifecycles.stop(service, close, Log.route(id), "Route " + id + ": " + name);
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
