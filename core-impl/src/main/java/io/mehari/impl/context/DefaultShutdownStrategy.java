package io.mehari.impl.context;

import io.mehari.Route;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits until every route is quiet: no message is in flight, and none is queued for a route that still runs. */
final class DefaultShutdownStrategy implements ShutdownStrategy {
    /*
     * A route signals when it becomes empty. While routes are checked one by one, a message may move from one to
     * another through a queue and be missed. So the routes are quiet only if none of them has ended a message
     * meanwhile. If messages are queued for a route with no message in flight, its consumer is about to take one; then
     * the next check comes after a moment.
     */
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private volatile Duration timeout = Duration.ofSeconds(45);
    private volatile boolean reverse = true;
    private @Nullable Long number; // the timeout, if it was set as a number
    private TimeUnit unit = TimeUnit.SECONDS;

    @Override
    public Map<String, Long> awaitQuiet(List<Route> routes, Duration timeout) {
        Objects.requireNonNull(routes, "routes is null; give the routes");
        Objects.requireNonNull(timeout, "timeout is null; give a Duration");
        long end = Threading.nanoTime() + nanos(timeout);
        boolean interrupted = Thread.interrupted();
        try {
            do {
                if (isQuiet(routes)) {
                    return Map.of(); // what begins after this, such as a group whose time is up, is not left over
                }
                interrupted |= awaitEmpty(routes, end);
            } while (Threading.nanoTime() - end < 0);
        } finally {
            Threading.restoreInterrupt(interrupted);
        }
        Map<String, Long> leftOver = new TreeMap<>();
        for (Route route : routes) {
            long left = route.stats().inflight() + route.stats().pending();
            if (left > 0 || ((DefaultRoute) route).isBusy()) {
                leftOver.put(route.getRouteId(), Math.max(left, 1)); // a message may be between its queue and its route
            }
        }
        return leftOver;
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
    public boolean isShutdownRoutesInReverseOrder() {
        return reverse;
    }

    @Override
    public void setShutdownRoutesInReverseOrder(boolean reverse) {
        this.reverse = reverse;
    }

    @Override
    public Duration getTimeout() {
        return timeout;
    }

    @Override
    public synchronized void setTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout is null; give a Duration");
        this.timeout = timeout;
        number = null;
    }

    @Override
    public synchronized void setTimeout(long timeout) {
        number = timeout;
        this.timeout = duration(timeout);
    }

    @Override
    public synchronized void setTimeUnit(TimeUnit unit) {
        Objects.requireNonNull(unit, "unit is null; give a TimeUnit");
        this.unit = unit;
        Long given = number;
        if (given != null) {
            timeout = duration(given);
        }
    }

    /** The longest time that is a number of nanoseconds, 292 years, also stands for every longer one. */
    static long nanos(Duration timeout) {
        return timeout.compareTo(LONGEST) < 0 ? timeout.toNanos() : Long.MAX_VALUE;
    }

    /** At most 292 years, so that the largest number, which users take for "no limit", is a valid timeout. */
    private Duration duration(long number) {
        return Duration.ofNanos(unit.toNanos(number));
    }
}
