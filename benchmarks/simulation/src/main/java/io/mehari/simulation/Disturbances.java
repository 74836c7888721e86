package io.mehari.simulation;

import io.mehari.RoutingContext;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.spi.RouteController;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * {@code disturb suspend|stop|pause|purge ROUTE POINT MILLIS}: at that call of user code, for this number of
 * milliseconds.
 */
final class Disturbances {
    private final Plan plan;
    private final Ledger ledger;
    private final RoutingContext context;

    Disturbances(Plan plan, Ledger ledger, RoutingContext context) {
        this.plan = plan;
        this.ledger = ledger;
        this.context = context;
    }

    void prepare() {
        for (Line each : plan.all("disturb")) {
            ledger.at(each.number(3), () -> begin(each));
        }
    }

    private void begin(Line line) {
        context.getRoutingContextExtension()
                .getThreadPools()
                .newThread(context.getName() + "-disturb-" + line.word(1), () -> disturb(line))
                .start();
    }

    @SuppressWarnings("CatchingUnchecked") // an Error, too
    private void disturb(Line line) {
        try {
            String route = line.word(2);
            switch (line.word(1)) {
                case "suspend" -> suspend(route, line.number(4));
                case "stop" -> stop(route, line.number(4));
                case "pause" -> pause(line.number(4));
                case "purge" -> purge(route);
                default -> throw new IllegalArgumentException("no such disturbance: " + line);
            }
        } catch (IllegalStateException e) {
            ledger.count("disturbed while stopping"); // the context stops at the same time
        } catch (Throwable e) {
            if (context.getStatus().isStarted()) {
                ledger.complain(Judge.ESCAPED, String.join(" ", line.words()) + " failed: " + e);
            }
        }
    }

    private void suspend(String route, int millis) throws InterruptedException {
        RouteController routes = context.getRouteController();
        routes.suspendRoute(route);
        sleepAndUntilStarted(millis);
        if (context.getStatus().isStarted()) {
            routes.resumeRoute(route);
        }
    }

    private void stop(String route, int millis) throws InterruptedException {
        RouteController routes = context.getRouteController();
        long began = Threading.nanoTime();
        routes.stopRoute(route, Duration.ofSeconds(60));
        long took = Threading.nanoTime() - began;
        if (took > TimeUnit.SECONDS.toNanos(62)) {
            ledger.complain(Judge.STOP, "stopRoute(" + route + ", 60 s) took " + took / 1_000_000 + " ms");
        }
        sleepAndUntilStarted(millis);
        if (context.getStatus().isStarted()) {
            routes.startRoute(route);
        }
    }

    private void pause(int millis) throws InterruptedException {
        context.suspend();
        sleep(millis);
        context.resume();
    }

    private void purge(String route) {
        if (Objects.requireNonNull(context.getRoute(route)).getEndpoint() instanceof QueueEndpoint queue) {
            queue.purgeQueue();
        }
    }

    /** No route starts while the context is suspended. */
    private void sleepAndUntilStarted(int millis) throws InterruptedException {
        sleep(millis);
        while (context.isSuspended()) {
            sleep(1);
        }
    }

    private static void sleep(int millis) throws InterruptedException {
        Thread.interrupted(); // a stop may have run user code on this thread
        Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
