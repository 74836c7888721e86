package io.mehari.impl;

import io.mehari.Route;
import io.mehari.spi.ShutdownStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Waits until every route is quiet: nothing under way in any, and nothing queued in front of those that still run. */
final class DefaultShutdownStrategy implements ShutdownStrategy {
    /*
     * A route tells when it becomes empty. A message may move from one route to another through a queue while they are
     * looked at one by one, and be in none when it is looked for: so they are quiet only if none has ended a message
     * meanwhile. While something is queued in front of a route that has nothing
     * under way, its consumer is about to take it: then the next look comes after a moment.
     */
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile Duration timeout = Duration.ofSeconds(45);

    @Override
    public Map<String, Long> awaitQuiet(List<Route> routes, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (!isQuiet(routes) && System.nanoTime() - end < 0) {
                for (Route route : routes) {
                    ((DefaultRoute) route).awaitEmpty(end, MOMENT_NANOS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // what is left over is reported
        }
        Map<String, Long> leftOver = new TreeMap<>();
        for (Route route : routes) {
            long left = route.stats().inflight() + route.stats().pending();
            if (left > 0 || ((DefaultRoute) route).isBusy()) {
                leftOver.put(route.getRouteId(), Math.max(left, 1)); // one may be between its queue and its route
            }
        }
        return leftOver;
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
        this.timeout = timeout;
    }
}
