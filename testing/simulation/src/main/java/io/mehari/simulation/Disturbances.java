package io.mehari.simulation;

import io.mehari.ContextNotStartedException;
import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.proofs.LifeCycle.Caller;
import io.mehari.proofs.LifeCycle.Operation;
import io.mehari.spi.RouteController;
import io.mehari.spi.Threading;
import io.mehari.testing.Simulation;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code disturb suspend|stop|pause|purge ROUTE POINT MILLIS}: at that call of user code, for this number of
 * milliseconds. {@code stop} may be followed by the limit of the stop. {@code disturb call} is a {@link LifeCycleCall}.
 */
final class Disturbances {
    private static final long LONGEST_MILLIS = 4 * Schedule.STOP_LIMIT.toMillis();
    private static final int STOP_MILLIS = 60_000;

    private final Plan plan;
    private final Ledger ledger;
    private final RoutingContext context;
    private final PlanRoutes routes;
    private final @Nullable Held held;
    private @Nullable RoutingContext other;
    private int entered; // guarded by this, as is the number of those that have not left
    private int active;

    Disturbances(Plan plan, Ledger ledger, RoutingContext context, PlanRoutes routes) {
        this.plan = plan;
        this.ledger = ledger;
        this.context = context;
        this.routes = routes;
        held = plan.all("disturb").stream().anyMatch(Plan::isCall) ? new Held(context, ledger) : null;
    }

    Held held() {
        return Objects.requireNonNull(held);
    }

    void prepare(Simulation simulation) {
        if (held != null) {
            ledger.sharedMayWait = true; // a message that calls waits for the state
            context.addRoutes(r ->
                    r.from("direct:idle").routeId("idle").autoStartup(false).process(exchange -> {}));
            context.addRoutes(held::describe);
        }
        if (plan.uses(Caller.OTHER_CONTEXT.name())) {
            other = simulation.newContext(context.getName() + "-other");
            other.addRoutes(r -> r.from("direct:call")
                    .process(exchange -> Objects.requireNonNull(exchange.getBody(Runnable.class))
                            .run()));
            other.start();
        }
        for (Line each : plan.all("disturb")) {
            if (!Plan.isCall(each)) {
                ledger.at(each.number(3), () -> run("disturb-" + each.word(1), () -> disturb(each)));
            } else if (LifeCycleCall.cell(each).caller() == Caller.COMPLETION) {
                ledger.at(each.number(3), () -> ledger.atCompletion(() -> call(each)));
            } else {
                ledger.at(each.number(3), () -> call(each));
            }
        }
    }

    private void call(Line line) {
        new LifeCycleCall(this, ledger, context, line).begin();
    }

    // ---- for calls

    void run(String name, Runnable what) {
        context.getRoutingContextExtension()
                .getThreadPools()
                .newThread(context.getName() + "-" + name, what)
                .start();
    }

    void inOtherContext(Runnable call) {
        ProducerTemplate template = Objects.requireNonNull(other).createProducerTemplate();
        template.sendBody("direct:call", call);
    }

    /** Runs what the life cycle may refuse. */
    void attempt(Runnable what) {
        try {
            what.run();
        } catch (IllegalStateException | ContextNotStartedException e) {
            ledger.count("refused");
        }
    }

    /** A disturbance begins. Returns its number; 0 if it is not alone. */
    synchronized int enter() {
        entered++;
        return ++active == 1 ? entered : 0;
    }

    /** Whether no other disturbance was there since the one with that number has begun, and no stop at the end. */
    synchronized boolean wasAlone(int number) {
        return active == 1 && entered == number && !ledger.isStopping();
    }

    /** A disturbance ends. The last one brings all back. */
    void leave() {
        long end = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MILLIS);
        while (held != null && isLast() && !ledger.isStopping() && !isRestored()) {
            LifeCycleCall.until(() -> false, 1);
            if (Threading.nanoTime() > end) {
                ledger.complain(Judge.STATE, "what was started is not started again: " + context.getRoutes());
                break;
            }
        }
        synchronized (this) {
            active--;
        }
    }

    private synchronized boolean isLast() {
        return active == 1;
    }

    @SuppressWarnings("CatchingUnchecked") // an Error, too
    private boolean isRestored() {
        try {
            routes.addMissing(context);
            if (context.getRoute(Held.ROUTE) == null) {
                context.addRoutes(held()::describe);
            }
            context.start();
            for (Route each : context.getRoutes()) {
                if (!each.getRouteId().equals("idle")) {
                    context.getRouteController().startRoute(each.getRouteId());
                }
            }
        } catch (Throwable e) {
            if (!Operation.START_ROUTE.refusesWith(e)) {
                ledger.complain(Judge.ESCAPED, "a start in a context that is " + context.getStatus() + " throws " + e);
            }
            return false;
        }
        return context.getStatus().isStarted()
                && context.getRoutes().stream()
                        .allMatch(each -> each.getStatus().isStarted()
                                || each.getRouteId().equals("idle"));
    }

    // ---- one route, or a pause

    @SuppressWarnings("CatchingUnchecked") // an Error, too
    private void disturb(Line line) {
        enter();
        try {
            String route = line.word(2);
            switch (line.word(1)) {
                case "suspend" -> suspend(route, line.number(4));
                case "stop" -> stop(route, line.number(4), line.words().size() > 5 ? line.number(5) : STOP_MILLIS);
                case "pause" -> pause(line.number(4));
                case "purge" -> purge(route);
                default -> throw new IllegalArgumentException("no such disturbance: " + line);
            }
        } catch (IllegalStateException e) {
            ledger.count("disturbed while stopping"); // the context stops at the same time
        } catch (Throwable e) {
            if (context.getStatus().isStarted() && held == null) {
                ledger.complain(Judge.ESCAPED, String.join(" ", line.words()) + " failed: " + e);
            }
        } finally {
            leave();
        }
    }

    private void suspend(String route, int millis) throws InterruptedException {
        RouteController controller = context.getRouteController();
        controller.suspendRoute(route);
        sleepAndUntilStarted(millis);
        if (context.getStatus().isStarted()) {
            controller.resumeRoute(route);
        }
    }

    private void stop(String route, int millis, int limitMillis) throws InterruptedException {
        RouteController controller = context.getRouteController();
        long began = Threading.nanoTime();
        controller.stopRoute(route, Duration.ofMillis(limitMillis));
        long took = Threading.nanoTime() - began;
        if (took > TimeUnit.MILLISECONDS.toNanos(limitMillis) + TimeUnit.SECONDS.toNanos(2)) {
            ledger.complain(
                    Judge.STOP, "stopRoute(" + route + ", " + limitMillis + " ms) took " + took / 1_000_000 + " ms");
        }
        sleepAndUntilStarted(millis);
        if (context.getStatus().isStarted()) {
            controller.startRoute(route);
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

    /** No route starts while the context is suspended: until its pause ends, or that of a call, which this may end. */
    private void sleepAndUntilStarted(int millis) throws InterruptedException {
        sleep(millis);
        while (context.isSuspended() && held == null) {
            sleep(1);
        }
    }

    private static void sleep(int millis) throws InterruptedException {
        Thread.interrupted(); // a stop may have run user code on this thread
        Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
