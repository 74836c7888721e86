package io.mehari.impl.context;

import io.mehari.Route;
import io.mehari.Service;
import io.mehari.ShutdownHook;
import io.mehari.impl.engine.WithinRoute;
import io.mehari.impl.pattern.WireTap;
import io.mehari.spi.ShutdownAware;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Waits until every route is quiet: no message is in flight, and none is queued for a route that still runs. */
final class DefaultShutdownStrategy implements ShutdownStrategy {
    /*
     * A route signals when it becomes empty. While routes are checked one by one, a message may move from one to
     * another through a queue and be missed. So the routes are quiet only if none of them has ended a message
     * meanwhile. If messages are queued for a route with no message in flight, its consumer is about to take one; then
     * the next check comes after a moment.
     */
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How long to wait before looking whether a message has ended the process meanwhile. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** If a route ends the process and no message has ended for this time, those that are left wait for that route. */
    private static final long EXIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** If no message has ended for this time, those that are left may wait for the route that has called a stop. */
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_REPORTS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private volatile Duration timeout = Duration.ofSeconds(45);
    private volatile Delays delays = Delays.REFUSE_LATE;

    @Override
    public Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout) {
        Objects.requireNonNull(routes, "routes is null; give the routes");
        Objects.requireNonNull(timeout, "timeout is null; give a Duration");
        long end = Threading.nanoTime() + nanos(timeout);
        boolean interrupted = Thread.interrupted();
        long ended = -1;
        long since = 0;
        try {
            do {
                if (isQuiet(routes)) {
                    return Map.of(); // what begins after this, such as a group whose time is up, is not left over
                }
                long now = Threading.nanoTime();
                if (ended != ended(routes)) {
                    ended = ended(routes);
                    since = now;
                } else if (now - since >= EXIT_NANOS && ShutdownHook.isProcessEnding() && WithinRoute.isExiting()) {
                    break;
                }
                long soon = now + LOOK_NANOS;
                interrupted |= awaitEmpty(routes, soon - end < 0 ? soon : end);
            } while (Threading.nanoTime() - end < 0);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
        Map<String, Long> leftOver = new TreeMap<>();
        for (Route route : routes) {
            long left = ((DefaultRoute) route).left();
            if (left > 0 || ((DefaultRoute) route).isBusy()) {
                leftOver.put(route.getRouteId(), Math.max(left, 1)); // a message may be between its queue and its route
            }
        }
        return leftOver;
    }

    /**
     * The limit is over. Before any route ends, its services fail what they hold, so that it can be reported to another
     * route. The reports of all have one limit.
     */
    static void giveUp(List<DefaultRoute> routes) {
        routes.forEach(DefaultRoute::endWork); // of all routes first, because what follows may take a moment
        List<ShutdownAware> reporting = new ArrayList<>();
        boolean interrupted = Thread.interrupted();
        for (DefaultRoute route : routes) {
            for (Service each : route.attached) {
                if (each instanceof ShutdownAware aware && !(each instanceof WireTap)) {
                    giveUp(route, aware);
                    reporting.add(aware);
                }
            }
        }
        long end = Threading.nanoTime() + LONGEST_REPORTS_NANOS;
        try {
            for (ShutdownAware each : reporting) {
                while (each.getPendingExchangesSize() > 0 && Threading.nanoTime() - end < 0) {
                    Threading.sleepNanos(MOMENT_NANOS);
                }
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
    }

    private static void giveUp(DefaultRoute route, ShutdownAware service) {
        try {
            service.giveUp();
        } catch (Throwable e) { // one that fails keeps no other from it
            Log.warn(
                    DefaultShutdownStrategy.class,
                    "Route " + route.getRouteId() + ": " + service + " failed to stop",
                    e);
        }
    }

    /** Returns whether the thread was interrupted. */
    private static boolean awaitEmpty(List<Route> routes, long end) {
        try {
            for (Route route : routes) {
                ((DefaultRoute) route).awaitEmpty(end, MOMENT_NANOS);
            }
            return false;
        } catch (InterruptedException e) {
            return true; // the caller waits again
        }
    }

    private static boolean isQuiet(List<Route> routes) {
        long ended = ended(routes);
        for (Route route : routes) {
            if (((DefaultRoute) route).isBusy()) {
                return false;
            }
        }
        return ended == ended(routes);
    }

    private static long ended(List<Route> routes) {
        long ended = 0;
        for (Route route : routes) {
            ended += ((DefaultRoute) route).ended();
        }
        return ended;
    }

    @Override
    public Duration getTimeout() {
        return timeout;
    }

    @Override
    public void setTimeout(Duration timeout) {
        this.timeout = Objects.requireNonNull(timeout, "timeout is null; give a Duration");
    }

    @Override
    public Delays getDelays() {
        return delays;
    }

    @Override
    public void setDelays(Delays delays) {
        this.delays = Objects.requireNonNull(delays, "delays is null; give REFUSE_LATE, WAIT or RUN_NOW");
    }

    /** The longest time that is a number of nanoseconds, 292 years, also stands for every longer one. */
    static long nanos(Duration timeout) {
        return timeout.compareTo(LONGEST) < 0 ? timeout.toNanos() : Long.MAX_VALUE;
    }

    /**
     * Waits within a route for a stop, as long as messages end; false if none has ended for a second, or half of the
     * limit is over: a message that waits for that route, for instance for its reply, has the other half.
     */
    static boolean awaitWhileMessagesEnd(BooleanSupplier over, Duration limit, LongSupplier messages) {
        long longest = nanos(limit) / 2;
        long begin = Threading.nanoTime();
        long since = begin;
        long ended = messages.getAsLong();
        boolean interrupted = Thread.interrupted();
        long now = begin;
        while (!over.getAsBoolean() && now - since < QUIET_NANOS && now - begin < longest) {
            try {
                Threading.sleepNanos(MOMENT_NANOS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            now = Threading.nanoTime();
            if (ended != messages.getAsLong()) {
                ended = messages.getAsLong();
                since = now;
            }
        }
        Threading.restoreInterrupt(interrupted);
        return over.getAsBoolean();
    }
}
