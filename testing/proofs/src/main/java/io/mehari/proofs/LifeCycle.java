package io.mehari.proofs;

import io.mehari.ContextNotStartedException;
import io.mehari.FailedToCreateRouteException;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Each operation of the life cycle, in each state of the context, by each kind of caller, and the rules for them. */
public final class LifeCycle {
    private LifeCycle() {}

    /** What is called, for a context and one of its routes. The context has a route "idle", which is never started. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    public enum Operation {
        START((context, route) -> context.start()),
        STOP((context, route) -> context.stop()),
        CLOSE((context, route) -> context.close()),
        SUSPEND((context, route) -> context.suspend()),
        RESUME((context, route) -> context.resume()),
        START_ROUTE((context, route) -> context.getRouteController().startRoute(route)),
        STOP_ROUTE((context, route) -> context.getRouteController().stopRoute(route)),
        SUSPEND_ROUTE((context, route) -> context.getRouteController().suspendRoute(route)),
        RESUME_ROUTE((context, route) -> context.getRouteController().resumeRoute(route)),
        REMOVE_ROUTE((context, route) -> context.removeRoute(route)),
        REMOVE_STOPPED_ROUTE((context, route) -> context.removeRoute("idle")),
        START_ALL_ROUTES((context, route) -> context.getRouteController().startAllRoutes()),
        ADD_ROUTES((context, route) ->
                context.addRoutes(r -> r.from("direct:added").routeId("added").process(exchange -> {})));

        private final BiConsumer<RoutingContext, String> call;

        Operation(BiConsumer<RoutingContext, String> call) {
            this.call = call;
        }

        public void on(RoutingContext context, String route) {
            call.accept(context, route);
        }

        public boolean stops() {
            return this == STOP || this == CLOSE;
        }

        /** Whether it may throw this, by which it tells its caller that it does nothing. */
        public boolean refusesWith(Throwable thrown) {
            return !stops()
                    && (thrown instanceof ContextNotStartedException
                            || thrown instanceof IllegalStateException
                            || thrown instanceof FailedToCreateRouteException);
        }
    }

    /** The state at the call. One that passes is held until the caller is back, or waits. */
    public enum State {
        STOPPED(ServiceStatus.Stopped, ServiceStatus.Stopped),
        STARTING(ServiceStatus.Starting, ServiceStatus.Started),
        STARTED(ServiceStatus.Started, ServiceStatus.Started),
        SUSPENDING(ServiceStatus.Suspending, ServiceStatus.Suspended),
        SUSPENDED(ServiceStatus.Suspended, ServiceStatus.Suspended),
        STOPPING(ServiceStatus.Stopping, ServiceStatus.Stopped);

        private final ServiceStatus status;
        private final ServiceStatus goal;

        State(ServiceStatus status, ServiceStatus goal) {
            this.status = status;
            this.goal = goal;
        }

        public ServiceStatus status() {
            return status;
        }

        public boolean passes() {
            return status != goal;
        }
    }

    public enum Caller {
        THREAD,
        INTERRUPTED_THREAD,
        TWO_AT_ONCE,
        /** A step of a route of this context. */
        PROCESSOR,
        /** A completion of a message that such a route has ended. */
        COMPLETION,
        /** A step of a route of another context. */
        OTHER_CONTEXT,
        /** What the start, the suspension or the stop itself calls. */
        CONSUMER,
        SERVICE,
        LISTENER;

        public boolean isInMessage() {
            return this == PROCESSOR || this == COMPLETION;
        }

        /** Whether the thread that changes the state calls. */
        public boolean isInside() {
            return this == CONSUMER || this == SERVICE || this == LISTENER;
        }
    }

    /** One call. */
    public record Cell(Operation operation, State state, Caller caller) {
        /**
         * Code that a change of the state calls exists only during such a change; a suspension calls
         * consumers only.
         */
        private boolean exists() {
            return !caller.isInside() || (state.passes() && (state != State.SUSPENDING || caller == Caller.CONSUMER));
        }

        // ---- the rules

        /**
         * A start while the context stops, and a change by what is called within another change, is refused; but a stop
         * is always taken, and what is so already needs nothing. Only a started context is suspended.
         */
        public ServiceStatus expected() {
            if (operation.stops()) {
                return ServiceStatus.Stopped;
            } else if (operation == Operation.START && !(state == State.STOPPING && waitsForCaller())) {
                return state == State.SUSPENDING && caller.isInside() ? state.goal : ServiceStatus.Started;
            } else if (operation == Operation.SUSPEND && state.goal == ServiceStatus.Started) {
                return waitsForCaller() && state.passes() ? state.goal : ServiceStatus.Suspended;
            } else if (operation == Operation.RESUME && state.goal == ServiceStatus.Suspended) {
                return waitsForCaller() && state.passes() ? state.goal : ServiceStatus.Started;
            }
            return state.goal;
        }

        /**
         * A route follows its context, unless it is told otherwise. What its own start or suspension calls may stop it,
         * and changes nothing else.
         */
        public ServiceStatus expectedOfRoute() {
            if (expected() == ServiceStatus.Stopped || operation == Operation.STOP_ROUTE) {
                return ServiceStatus.Stopped;
            } else if (caller == Caller.CONSUMER || caller == Caller.SERVICE) {
                return expected();
            } else if (operation == Operation.SUSPEND_ROUTE) {
                return ServiceStatus.Suspended;
            }
            return operation == Operation.RESUME_ROUTE ? ServiceStatus.Started : expected();
        }

        /**
         * Whether a stop may or may not wait for the caller: it does for the thread of a queue, which runs completions,
         * too. Then a start is refused, and the context stays stopped.
         */
        public boolean mayBeRefused() {
            return operation == Operation.START && state == State.STOPPING && caller == Caller.COMPLETION;
        }

        /** Whether the change cannot end before the call. A stop does not wait for the completion of what has ended. */
        private boolean waitsForCaller() {
            return caller.isInside() || (caller == Caller.PROCESSOR && state == State.STOPPING);
        }
    }

    /** All calls that there are. */
    public static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (State state : State.values()) {
            for (Caller caller : Caller.values()) {
                for (Operation operation : Operation.values()) {
                    Cell cell = new Cell(operation, state, caller);
                    if (cell.exists()) {
                        cells.add(cell);
                    }
                }
            }
        }
        return cells;
    }
}
