package io.mehari.simulation;

import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.proofs.LifeCycle.Caller;
import io.mehari.proofs.LifeCycle.Cell;
import io.mehari.proofs.LifeCycle.Operation;
import io.mehari.proofs.LifeCycle.State;
import io.mehari.spi.ShutdownStrategy;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code disturb call ROUTE POINT MILLIS OPERATION STATE CALLER}: brings the context to a state, and lets the caller
 * call. What follows is judged by the rules of the life cycle, unless another disturbance came between. After that
 * number of milliseconds all is brought back.
 */
final class LifeCycleCall {
    /** For so long a change is held, unless the caller is back. */
    private static final long HOLD_MILLIS = 20;

    private static final long MESSAGE_MILLIS = 3_000;
    private static final long LONGEST_MILLIS = 3 * Schedule.STOP_LIMIT.toMillis();
    private static final Duration STANDSTILL = Duration.ofSeconds(2);

    private final Disturbances all;
    private final Ledger ledger;
    private final RoutingContext context;
    private final Cell cell;
    private final String route;
    private final int millis;
    private final int entered;

    private final AtomicInteger running = new AtomicInteger(); // threads that call, or change the state
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean mayCall;
    private volatile boolean holding;
    private volatile boolean released;
    private volatile boolean over;
    private volatile @Nullable String refused;
    private volatile @Nullable String complaint;

    LifeCycleCall(Disturbances all, Ledger ledger, RoutingContext context, Line line) {
        this.all = all;
        this.ledger = ledger;
        this.context = context;
        cell = cell(line);
        route = line.word(2);
        millis = line.number(4);
        entered = all.enter();
    }

    static Cell cell(Line line) {
        return new Cell(Operation.valueOf(line.word(5)), State.valueOf(line.word(6)), Caller.valueOf(line.word(7)));
    }

    private boolean isInMessage() {
        return cell.caller().isInMessage();
    }

    /** On the thread of a message, if the caller is one. */
    void begin() {
        running.addAndGet(isInMessage() ? 1 : 0);
        all.run("call", this::direct);
        if (isInMessage()) {
            until(() -> mayCall || over, MESSAGE_MILLIS); // no longer: another disturbance may wait for this message
            if (mayCall) {
                call();
            } else {
                complaint = "the message waits in vain";
                calls.incrementAndGet();
            }
            running.decrementAndGet();
        }
    }

    private void direct() {
        if (context.getStatus().isStarted() && !ledger.isStopping()) {
            toState();
            boolean ended = until(() -> calls.get() > 0 && running.get() == 0, LONGEST_MILLIS);
            over = true;
            until(() -> ledger.stopping.get() == 0, LONGEST_MILLIS);
            if (all.wasAlone(entered)) {
                judge(ended);
            }
            until(() -> false, millis);
        }
        over = true;
        all.leave();
    }

    private void toState() {
        prepare();
        if (!cell.state().passes()) {
            letCall();
        } else if (cell.caller() == Caller.PROCESSOR && cell.state() == State.STOPPING) {
            change(); // waits for the message
            until(() -> context.getStatus() == ServiceStatus.Stopping, HOLD_MILLIS);
            letCall();
        } else {
            boolean inside = cell.caller().isInside();
            Runnable disarm =
                    all.held().arm(inside ? cell.caller() : Caller.CONSUMER, inside ? this::call : this::hold);
            change();
            until(() -> holding || calls.get() > 0 || running.get() == (isInMessage() ? 1 : 0), LONGEST_MILLIS);
            disarm.run();
            if (!inside) {
                letCall();
                until(() -> calls.get() == (cell.caller() == Caller.TWO_AT_ONCE ? 2 : 1), HOLD_MILLIS);
                released = true;
            } else {
                calls.incrementAndGet(); // if another disturbance has made the change, nobody has called
            }
        }
    }

    private void prepare() {
        if (cell.state() == State.SUSPENDED) {
            all.attempt(context::suspend);
        } else if (isInMessage() && (cell.state() == State.STOPPED || cell.state() == State.STARTING)) {
            ShutdownStrategy shutdown = context.getRoutingContextExtension().getShutdownStrategy();
            Duration limit = shutdown.getTimeout();
            shutdown.setTimeout(Duration.ZERO); // the message does not end
            context.stop();
            shutdown.setTimeout(limit);
        } else if (cell.state() == State.STOPPED || cell.state() == State.STARTING) {
            context.stop();
        }
    }

    private void change() {
        run(() -> all.attempt(
                switch (cell.state()) {
                    case STARTING -> context::start;
                    case SUSPENDING -> context::suspend;
                    default -> context::stop;
                }));
    }

    private void letCall() {
        switch (cell.caller()) {
            case INTERRUPTED_THREAD ->
                run(() -> {
                    Thread.currentThread().interrupt();
                    call();
                    if (!Thread.currentThread().isInterrupted()) {
                        complaint = "the interrupt is lost";
                    }
                });
            case TWO_AT_ONCE -> {
                run(this::call);
                run(this::call);
            }
            case OTHER_CONTEXT -> run(() -> all.inOtherContext(this::call));
            case PROCESSOR, COMPLETION -> mayCall = true;
            default -> run(this::call);
        }
    }

    private void run(Runnable what) {
        running.incrementAndGet();
        all.run("caller", () -> {
            what.run();
            running.decrementAndGet();
        });
    }

    /** Called by the change itself. */
    private void hold() {
        holding = true;
        until(() -> released, HOLD_MILLIS * 2);
    }

    @SuppressWarnings("CatchingUnchecked") // an Error, too
    private void call() {
        long began = Threading.nanoTime();
        try {
            cell.operation().on(context, route);
        } catch (Throwable e) {
            refused = e.toString();
            boolean isGone =
                    e instanceof IllegalArgumentException && !ledger.removed().isEmpty();
            if (!cell.operation().refusesWith(e) && !isGone) {
                ledger.complain(Judge.STATE, cell + " of " + route + " throws what has no meaning: " + e);
            }
        }
        Duration took = Duration.ofNanos(Threading.nanoTime() - began);
        if (took.compareTo(Schedule.STOP_LIMIT) >= 0 && ledger.standsStill(STANDSTILL) && !mayWaitForARoute()) {
            ledger.complain(Judge.STOP, cell + " of " + route + " waits for the limit of a stop, or for ever: " + took);
        }
        calls.incrementAndGet();
    }

    /** A message may wait for another route, which does not run and may start again. A stop of the context ends that. */
    private boolean mayWaitForARoute() {
        boolean stopsOne = cell.operation() == Operation.STOP_ROUTE;
        return stopsOne && (cell.state() != State.STARTED || !all.wasAlone(entered));
    }

    // ---- what is judged

    private void judge(boolean ended) {
        boolean asExpected = until(() -> context.getStatus() == cell.expected(), LONGEST_MILLIS);
        until(this::noneStops, LONGEST_MILLIS);
        if (!all.wasAlone(entered) || (ended && refused != null && cell.mayBeRefused())) {
            return;
        }
        String fault = complaint;
        if (!ended) {
            fault = "it does not end";
        } else if (!asExpected) {
            fault = "the context is " + context.getStatus() + ", not " + cell.expected();
        }
        fault = fault == null ? ofRoute() : fault;
        fault = fault == null ? ofRoutes() : fault;
        fault = fault == null ? all.held().complaint(context) : fault;
        if (fault != null && all.wasAlone(entered)) {
            ledger.complain(Judge.STATE, cell + " of " + route + ", refused with " + refused + ": " + fault);
        }
    }

    private boolean noneStops() {
        return context.getRoutes().stream().noneMatch(each -> each.getStatus() == ServiceStatus.Stopping);
    }

    private @Nullable String ofRoute() {
        Route found = context.getRoute(route);
        if (found == null) {
            return cell.operation() == Operation.REMOVE_ROUTE ? null : "the route is gone";
        }
        return until(() -> found.getStatus() == cell.expectedOfRoute(), LONGEST_MILLIS)
                ? null
                : "the route is " + found.getStatus() + ", not " + cell.expectedOfRoute();
    }

    private @Nullable String ofRoutes() {
        for (Route each : context.getRoutes()) {
            boolean rests = each.getStatus().isStarted() || each.getStatus().isSuspended();
            if (!each.getStatus().isStopped() && (context.getStatus().isStopped() || !rests)) {
                return each.getRouteId() + " is " + each.getStatus() + " in a context that is " + context.getStatus();
            }
        }
        return null;
    }

    // ---- waiting

    /** Waits at most for that time. An interrupt does not end the wait. */
    static boolean until(BooleanSupplier condition, long mostMillis) {
        boolean interrupted = Thread.interrupted();
        long end = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillis);
        long next = 1;
        while (!condition.getAsBoolean() && Threading.nanoTime() < end) {
            try {
                Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(next));
                next = Math.min(next * 2, mostMillis);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        Threading.restoreInterrupt(interrupted);
        return condition.getAsBoolean();
    }
}
