package io.mehari.impl;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.Service;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteDefinition;
import io.mehari.spi.ShutdownAware;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One route: its description, and from its start to its stop the compiled steps, the consumer, and what they use. */
final class DefaultRoute extends Route {
    private final DefaultRoutingContext context;
    private final RouteDefinition definition;
    private final String id;
    private final Endpoint endpoint;
    private final Traffic traffic = new Traffic();
    private final List<Service> attached = new CopyOnWriteArrayList<>();
    private @Nullable Consumer consumer;
    private volatile Aggregators aggregators;
    private volatile ServiceStatus status = ServiceStatus.Stopped;

    DefaultRoute(DefaultRoutingContext context, RouteDefinition definition, String id) {
        this.context = context;
        this.definition = definition;
        this.id = id;
        Endpoint given = definition.getFromEndpoint();
        aggregators = new Aggregators(id, traffic);
        endpoint = given != null ? given : context.getEndpoint(String.valueOf(definition.getFromUri()));
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
        return new RouteStats(traffic.underWay(), pending(), traffic.completed(), traffic.failed());
    }

    private long pending() {
        Consumer current = consumer;
        long pending = current instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0;
        for (Service each : attached) {
            pending += each instanceof ShutdownAware aware ? aware.getPendingExchangesSize() : 0; // what it has tapped
        }
        return pending;
    }

    /** Whether a message is under way here, or may still come without anybody outside sending one. */
    boolean isBusy() {
        // in the order in which a message moves, so that it is not in front of each place just when that is looked at
        boolean expects =
                consumer instanceof ShutdownAware aware && (status.isSuspended() ? aware.hasTaken() : aware.isBusy());
        expects |= traffic.underWay() > 0;
        for (Service each : attached) {
            expects |= each instanceof ShutdownAware aware && aware.isBusy();
        }
        return expects;
    }

    /** How many messages have left. It only grows, unlike a sum of those that completed and those that failed. */
    long ended() {
        return traffic.ended();
    }

    boolean isAutoStartup() {
        return definition.isAutoStartup();
    }

    int getStartupOrder() {
        return definition.getStartupOrder();
    }

    // ---- life: one change at a time

    /** What this route sends to is started first, and stopped last. */
    synchronized void start() {
        if (status == ServiceStatus.Suspended) {
            resume();
        } else if (status == ServiceStatus.Stopped) {
            status = ServiceStatus.Starting;
            try {
                Consumer made = compile();
                consumer = made;
                attached.forEach(Service::start);
                traffic.open();
                aggregators.start();
                made.start();
                status = ServiceStatus.Started;
            } finally {
                if (status != ServiceStatus.Started) {
                    end();
                }
            }
            context.services().lifecycles().tell(each -> each.onRouteStarted(this));
        }
    }

    private Consumer compile() {
        try {
            ContextServices services = context.services();
            Watchers watchers = services.watchers();
            var wishes = new Watched.Wishes(watchers, services.isMessageHistory(), services.isTracing());
            Aggregators gathering = new Aggregators(id, traffic);
            RouteCode code = RouteCompiler.compile(
                    new RouteCompiler.Surroundings(context, id, attached, wishes, gathering), definition);
            aggregators = gathering;
            return endpoint.createConsumer(new RouteEntry(
                    code,
                    new Origin(context, endpoint, id),
                    traffic,
                    services.getExchangeFactory(),
                    watchers.areNone() ? null : watchers));
        } catch (RuntimeRoutingException e) {
            throw e;
        } catch (Exception e) {
            throw new FailedToCreateRouteException(id, String.valueOf(e.getMessage()), e);
        }
    }

    /** Stops taking messages from outside. A consumer that other routes feed goes on until {@link #end}. */
    synchronized void closeIntake() {
        Consumer current = consumer;
        if (current != null && status != ServiceStatus.Stopped) {
            traffic.closeToOutside();
            if (!(current instanceof ShutdownAware)) {
                current.stop();
            }
            if (status != ServiceStatus.Suspended) {
                status = ServiceStatus.Stopping;
            }
        }
    }

    /** The same for one route alone: nothing is to come any more from the other routes either, unless it is queued. */
    synchronized void closeToAll() {
        closeIntake();
        if (consumer instanceof ShutdownAware aware && !aware.isBusy()) {
            consumer.stop();
        }
    }

    /** Completes groups that are to be completed at a stop; false when there are none. */
    boolean completeGroups() {
        return aggregators.completeAtStop();
    }

    void awaitEmpty(long endNanos, long momentNanos) throws InterruptedException {
        long end = pending() > 0 ? Math.min(endNanos, System.nanoTime() + momentNanos) : endNanos;
        if (traffic.underWay() > 0) {
            traffic.awaitEmpty(end);
        } else if (isBusy()) {
            TimeUnit.NANOSECONDS.sleep(momentNanos);
        }
    }

    synchronized void end() {
        Consumer current = consumer;
        if (current != null) {
            current.stop(); // first: while it takes messages, the groups of an aggregator still complete
            current.close();
            traffic.close();
            consumer = null;
        }
        aggregators.end();
        attached.forEach(Service::stop);
        attached.clear();
        boolean wasStarted = status != ServiceStatus.Stopped && status != ServiceStatus.Starting;
        status = ServiceStatus.Stopped;
        if (wasStarted) {
            context.services().lifecycles().tell(each -> each.onRouteStopped(this));
        }
    }

    synchronized void suspend() {
        if (consumer != null && status == ServiceStatus.Started) {
            consumer.suspend();
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
