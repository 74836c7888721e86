package io.mehari.testing;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.spi.StepInterceptor;
import io.mehari.spi.StepInterceptor.Decision;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.SafeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Faults that a {@link Simulation} injects into routes: {@code chaos.at("mock:bank").fails(3)}. Describe all faults
 * before messages are sent.
 */
public final class Chaos {
    private final Turns turns;
    private final List<Faults> faults = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final List<String> broken = new ArrayList<>();

    Chaos(Turns turns) {
        this.turns = turns;
    }

    /**
     * The faults of one or several steps.
     *
     * @param idOrUri the id of the step, as in {@code process(charge).id("charge")}, or the URI of the endpoint to
     *     which it sends, with or without options
     */
    public synchronized Faults at(String idOrUri) {
        Faults made = new Faults(Objects.requireNonNull(idOrUri, "idOrUri is null; give a step's id or a URI"));
        faults.add(made);
        return made;
    }

    /**
     * Suspends the route before one of the next {@code withinSteps} steps of all routes, and resumes it after that
     * time. The seed chooses the step. If fewer steps run, the test fails.
     */
    public void suspends(RoutingContext context, String routeId, int withinSteps, Duration howLong) {
        happens("suspend-" + routeId, withinSteps, () -> {
            context.getRouteController().suspendRoute(routeId);
            sleep(howLong);
            if (context.getStatus().isStarted()) {
                context.getRouteController().resumeRoute(routeId);
            }
        });
    }

    /**
     * Stops the route before one of the next {@code withinSteps} steps of all routes, and starts it again after that
     * time. The seed chooses the step. If fewer steps run, the test fails.
     */
    public void stops(RoutingContext context, String routeId, int withinSteps, Duration howLong) {
        happens("stop-" + routeId, withinSteps, () -> {
            context.getRouteController().stopRoute(routeId, null);
            sleep(howLong);
            if (context.getStatus().isStarted()) {
                context.getRouteController().startRoute(routeId);
            }
        });
    }

    private static void sleep(Duration howLong) {
        try {
            Threading.sleepNanos(howLong.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void happens(String name, int withinSteps, Runnable what) {
        if (withinSteps < 1) {
            throw new IllegalArgumentException("withinSteps is " + withinSteps + "; give 1 or more");
        }
        moments.add(new Moment(name, what, turns.randomUpTo(withinSteps)));
    }

    /** On a thread of its own. */
    private void run(Moment moment) {
        try {
            moment.what.run();
        } catch (RuntimeException e) {
            synchronized (this) {
                broken.add(moment.name + " failed: " + SafeText.of(e.toString()));
            }
        }
    }

    private static final class Moment {
        final String name;
        final Runnable what;
        final int step;
        int stepsLeft;

        Moment(String name, Runnable what, int step) {
            this.name = name;
            this.what = what;
            this.step = step;
            stepsLeft = step;
        }
    }

    // ---- called before each step

    /** The fault for this run of the step; null if there is none. */
    @Nullable
    Fault next(StepInterceptor.Place place) {
        List<Moment> now = new ArrayList<>();
        Fault found = null;
        synchronized (this) {
            for (Moment each : moments) {
                if (--each.stepsLeft == 0) {
                    now.add(each);
                }
            }
            moments.removeAll(now);
            seen.add(place.id() != null ? place.id() : String.valueOf(place.endpoint()));
            for (Faults each : faults) {
                Fault match = each.matches(place) ? each.next() : null;
                found = found == null ? match : found;
            }
        }
        now.forEach(each -> turns.threads()
                .make("chaos-" + each.name, () -> run(each), false)
                .thread
                .start());
        return found;
    }

    /** The faults that had no effect, each on a line of its own; null if all had an effect. */
    synchronized @Nullable String complaint() {
        List<String> all = new ArrayList<>(broken);
        for (Moment each : moments) {
            all.add(each.name + " did not happen: the seed chose step " + each.step + " from then on, but only "
                    + (each.step - each.stepsLeft) + " steps have run; give a smaller withinSteps, or send more"
                    + " messages");
        }
        seen.remove("null");
        for (Faults each : faults) {
            each.complain(seen, all);
        }
        return all.isEmpty() ? null : String.join(System.lineSeparator(), all);
    }

    /** A fault at one run of a step. */
    record Fault(String note, @Nullable Supplier<? extends Exception> failure, Decision decision) {}

    /**
     * The faults of one step. Each is for the n-th message that comes to the step, counted from 1. Redeliveries count
     * too.
     */
    public static final class Faults {
        private final String idOrUri;
        private final List<Planned> planned = new ArrayList<>();
        private int count;

        private record Planned(int from, int to, Fault fault) {}

        Faults(String idOrUri) {
            this.idOrUri = idOrUri;
        }

        /** The step fails for the n-th message. */
        public Faults fails(int nth) {
            return fails(nth, nth);
        }

        /** The step fails for the messages {@code from} to {@code to}, both included. */
        public Faults fails(int from, int to) {
            return fails(from, to, () -> new InjectedFailure(idOrUri));
        }

        /** The step fails for the messages {@code from} to {@code to} with that exception. */
        public Faults fails(int from, int to, Supplier<? extends Exception> failure) {
            Objects.requireNonNull(failure, "failure is null; give a supplier of an exception");
            return plan(from, to, new Fault("chaos: fails", failure, Decision.proceed()));
        }

        /** The n-th message waits before the step, without blocking a thread. */
        public Faults late(int nth, Duration delay) {
            return plan(nth, nth, new Fault("chaos: late by " + delay, null, Decision.after(delay)));
        }

        /**
         * The step runs twice for the n-th message, as after a lost acknowledgement. The second run gets the message as
         * the first left it.
         */
        public Faults twice(int nth) {
            return plan(nth, nth, new Fault("chaos: twice", null, Decision.times(2)));
        }

        /** The step never ends for the n-th message. */
        public Faults never(int nth) {
            return plan(nth, nth, new Fault("chaos: never", null, Decision.times(0)));
        }

        private synchronized Faults plan(int from, int to, Fault fault) {
            if (from < 1 || to < from) {
                throw new IllegalArgumentException(
                        "at(\"" + idOrUri + "\"): from " + from + " to " + to + "; the first time is 1");
            }
            planned.add(new Planned(from, to, fault));
            return this;
        }

        private synchronized void complain(Set<String> seen, List<String> all) {
            if (count == 0) {
                all.add("No message came to a step with the id or endpoint " + SafeText.of(idOrUri)
                        + ", so its faults had no effect. Steps with an id or endpoint that messages came to: "
                        + String.join(", ", seen));
                return;
            }
            for (Planned each : planned) {
                if (count < each.from) {
                    all.add(SafeText.of(idOrUri) + ": " + each.fault.note() + ", the " + each.from
                            + ". time, had no effect: messages came to it only " + count + " times");
                }
            }
        }

        private boolean matches(StepInterceptor.Place place) {
            return idOrUri.equals(place.id()) || (place.endpoint() != null && isAt(place.endpoint()));
        }

        private boolean isAt(Endpoint endpoint) {
            String uri = endpoint.getEndpointUri();
            return uri.equals(idOrUri) || uri.startsWith(idOrUri + "?");
        }

        private synchronized @Nullable Fault next() {
            count++;
            for (Planned each : planned) {
                if (each.from <= count && count <= each.to) {
                    return each.fault;
                }
            }
            return null;
        }
    }

    /** The exception with which {@link Chaos} fails a step. */
    public static final class InjectedFailure extends Exception {
        InjectedFailure(String idOrUri) {
            super("Chaos lets " + idOrUri + " fail");
        }
    }

    /** For the interceptor. */
    static Decision apply(@Nullable Fault fault, Exchange exchange) throws Exception {
        if (fault == null) {
            return Decision.proceed();
        }
        if (fault.failure != null) {
            throw fault.failure.get();
        }
        return fault.decision;
    }
}
