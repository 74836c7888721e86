package io.mehari.impl.engine;

import io.mehari.EndedByStopException;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Message;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.FailureInHand;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.internal.Causes;
import io.mehari.spi.internal.HandledFailure;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The error handler of one route, for failures that none of its doTry blocks catches. */
public final class ErrorHandler {
    /*
     * Redelivery comes first: Retry repeats the failed step, and asks redelivery() here for the policy. Failures that
     * remain come to handle(), from any block of the route. It runs the steps of the matching clause, or sends to the
     * dead letter endpoint. Then the route ends, continues after the failed step, or fails for good.
     *
     * A failure that was handled in a route is ignored by the routes that called it; the flag REDELIVERY_EXHAUSTED
     * marks it. If the steps of a handler call its own route, the handler ignores failures there: otherwise it could
     * call itself without end.
     */
    /** The position of this handler in any code, for continuations. */
    static final int POSITION = -1;

    /** A clause with its compiled steps; null if it has none. */
    public record Clause(
            FailurePolicy.Clause settings, @Nullable RouteCode steps) {}

    private final EngineContext engine;
    private final Watchers watchers;
    private final FailurePolicy policy;
    private final boolean mayRedeliver;
    private final String routeId;
    private final List<Clause> clauses;
    private final @Nullable RouteCode deadLetters;
    private final InflightCounter counts;
    private final @Nullable Log retries; // null if there are none
    private final @Nullable Log dead;

    public ErrorHandler(
            EngineContext engine,
            String routeId,
            Watchers watchers,
            FailurePolicy policy,
            List<Clause> clauses,
            @Nullable RouteCode deadLetters,
            InflightCounter counts) {
        this.engine = engine;
        this.watchers = watchers;
        this.policy = policy;
        this.mayRedeliver = policy.mayRedeliver();
        this.routeId = routeId;
        this.clauses = clauses;
        this.deadLetters = deadLetters;
        this.counts = counts;
        this.retries = mayRedeliver ? new Log(Log.route(routeId)) : null;
        this.dead = deadLetters != null ? new Log(Log.route(routeId)) : null;
    }

    // ---- redelivery

    /** Whether the failed step may be redelivered, as far as that does not depend on a clause. */
    boolean mayRetry(AbstractExchange exchange, Exception failure) {
        return !exchange.isRedeliveryExhausted()
                && !exchange.isRollbackOnly()
                && !(failure instanceof InterruptedException || failure instanceof EndedByStopException);
    }

    /** The redelivery settings for the failed step; null if it is not to be redelivered. */
    @Nullable
    Redelivery redelivery(AbstractExchange exchange, Exception failure, @Nullable Clause clause, int attempt) {
        Redelivery redelivery = clause == null ? policy.redelivery() : clause.settings.redelivery();
        boolean exhausted = redelivery.maximum() >= 0 && attempt > redelivery.maximum();
        Predicate retryWhile = redelivery.retryWhile();
        boolean again = !exhausted && (retryWhile == null || mayGoOn(retryWhile, exchange, failure, attempt));
        return again ? redelivery : null;
    }

    /** While the predicate is evaluated, the counter is the number of the attempt that it decides on. */
    private static boolean mayGoOn(Predicate retryWhile, AbstractExchange exchange, Exception failure, int attempt) {
        int before = exchange.getRedeliveryCounter();
        Object header = exchange.getHeader(Exchange.REDELIVERY_COUNTER);
        exchange.setRedeliveryCounter(attempt);
        exchange.setHeader(Exchange.REDELIVERY_COUNTER, attempt);
        boolean again = agrees(retryWhile, exchange, failure);
        exchange.setRedeliveryCounter(before);
        if (header == null) {
            exchange.removeHeader(Exchange.REDELIVERY_COUNTER);
        } else {
            exchange.setHeader(Exchange.REDELIVERY_COUNTER, header);
        }
        return again;
    }

    /** False after a stop of the context has waited for the messages in flight: then no step is redelivered. */
    boolean isActive() {
        return engine.isActive();
    }

    /** Called before a redelivery. An exception of the user's processor is logged, and the redelivery takes place. */
    void beforeRedelivery(
            AbstractExchange exchange, Exception failure, @Nullable Clause clause, @Nullable String step) {
        counts.count(InflightCounter.REDELIVERED, 1);
        say(retries, "a step is tried again, redelivery " + exchange.getRedeliveryCounter(), step, failure);
        watchers.redelivery(exchange, exchange.getRedeliveryCounter());
        Processor own = clause == null ? null : clause.settings.hooks().onRedelivery();
        call("onRedelivery", own == null ? policy.hooks().onRedelivery() : own, exchange, step);
    }

    /** Law S6: says once a minute that there are failures that are not logged one by one. */
    private void say(@Nullable Log log, String what, @Nullable String step, Exception failure) {
        if (log != null && log.isDue()) {
            log.warnOnceAMinute(
                    "Route " + SafeText.of(routeId) + (step == null ? "" : ", step " + step) + ": " + what + " [MH-68]",
                    failure);
        }
    }

    /** Called when a step has failed. From here on the property EXCEPTION_CAUGHT is that failure. */
    void failureOccurred(AbstractExchange exchange, Exception failure, @Nullable Clause clause, @Nullable String step) {
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        Processor own = clause == null ? null : clause.settings.hooks().onExceptionOccurred();
        call("onExceptionOccurred", own == null ? policy.hooks().onExceptionOccurred() : own, exchange, step);
    }

    @SuppressWarnings("CatchingUnchecked") // even an Error: the failure itself is more important
    private void call(String name, @Nullable Processor hook, AbstractExchange exchange, @Nullable String step) {
        if (hook == null) {
            return;
        }
        try {
            hook.process(exchange);
        } catch (Throwable e) {
            String where = "in route \"" + SafeText.of(routeId) + "\"" + (step == null ? "" : ", step " + step);
            Log.warn(Log.route(routeId), "The " + name + " hook failed, called for a failure " + where + " [MH-58]", e);
        }
    }

    // ---- choosing a clause

    /**
     * The clause whose type is nearest to the failure or one of its causes. Among equally near ones, the one nearest to
     * the innermost cause is taken, and then the first in the list. The predicates of the user find the exchange with
     * its failure, so this is called before anything changes the exchange for its way on.
     */
    @Nullable
    Clause find(AbstractExchange exchange, Exception failure) {
        if (clauses.isEmpty()) {
            return null;
        }
        Clause best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (Throwable each : Causes.innermostFirst(failure)) {
            for (Clause clause : clauses) {
                int distance = clause.settings.distanceTo(each.getClass());
                Predicate onWhen = clause.settings.onWhen();
                if (distance < bestDistance && (onWhen == null || agrees(onWhen, exchange, failure))) {
                    best = clause;
                    bestDistance = distance;
                }
            }
        }
        return best;
    }

    /**
     * Whether a predicate matches that asks about the failure of the exchange; false if it throws. Its exception is
     * added to the failure as suppressed. Meanwhile the property EXCEPTION_CAUGHT is the failure, too; afterwards both
     * are as before, since it is open yet whether anything catches the failure.
     */
    @SuppressWarnings("CatchingUnchecked") // even an Error: the failure must still be handled
    static boolean agrees(Predicate predicate, AbstractExchange exchange, Exception failure) {
        Object before = exchange.getProperty(Exchange.EXCEPTION_CAUGHT);
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        try {
            return predicate.matches(exchange);
        } catch (Throwable e) {
            Suppressed.add(failure, e);
            return false;
        } finally {
            if (before == null) {
                exchange.removeProperty(Exchange.EXCEPTION_CAUGHT);
            } else {
                exchange.setProperty(Exchange.EXCEPTION_CAUGHT, before);
            }
            if (exchange.getException() != failure) {
                exchange.setException(failure);
            }
        }
    }

    // ---- handling

    /** What becomes of the message, unless the steps for its failure fail. */
    private enum Outcome {
        CONTINUED,
        HANDLED,
        /** It goes to the dead letter endpoint, which handles it. */
        DEAD,
        FAILED
    }

    /** An error of the virtual machine is never handled away: its sender, or the log, learns of it after the steps. */
    private Outcome decide(@Nullable Clause clause, AbstractExchange exchange, Exception failure) {
        Outcome outcome = decide(clause, exchange);
        return outcome != Outcome.DEAD && Causes.has(VirtualMachineError.class, failure) ? Outcome.FAILED : outcome;
    }

    private Outcome decide(@Nullable Clause clause, AbstractExchange exchange) {
        Predicate continued = clause == null ? null : clause.settings.continued();
        Predicate handled = clause == null ? null : clause.settings.handled();
        if (continued != null && continued.matches(exchange)) {
            return Outcome.CONTINUED;
        }
        boolean isHandled = handled != null && handled.matches(exchange);
        if (deadLetters != null && (clause == null || clause.steps == null)) {
            return Outcome.DEAD;
        }
        return isHandled ? Outcome.HANDLED : Outcome.FAILED;
    }

    /** A failure that is being handled while the steps for it run. */
    private static final class Handling extends FailureInHand {
        final ErrorHandler by;
        final Outcome outcome;
        final Exception failure;
        final @Nullable Place place;
        final int next;
        final boolean rollbackOnly;

        @Nullable
        Message before;

        Handling(ErrorHandler by, Outcome outcome, Exception failure, int next, AbstractExchange exchange) {
            super(exchange.handling());
            this.by = by;
            this.outcome = outcome;
            this.failure = failure;
            this.place = Place.of(exchange);
            this.next = next;
            this.rollbackOnly = exchange.isRollbackOnly();
        }

        /** Removes the failure and the mark for rollback from the exchange. The steps of the clause may set one. */
        void takeFrom(AbstractExchange exchange) {
            exchange.goOnAfterFailure();
            exchange.setRollbackOnly(false);
        }

        int failForGood(AbstractExchange exchange) {
            exchange.setRollbackOnly(rollbackOnly || exchange.isRollbackOnly());
            return ErrorHandler.failForGood(exchange);
        }
    }

    /** Whether the failure came from the steps of this handler. */
    private boolean isAtWork(AbstractExchange exchange) {
        for (FailureInHand each = exchange.handling(); each != null; each = each.outer) {
            if (((Handling) each).by == this) {
                return true;
            }
        }
        return false;
    }

    /**
     * Handles the failure of a step.
     *
     * @param at the position of the step
     * @param next the position where the route would have continued
     * @return the position where the route continues, or SUSPENDED
     */
    @SuppressWarnings("CatchingUnchecked") // the user's predicates may throw anything
    int handle(RouteCode code, AbstractExchange exchange, int at, int next) {
        Exception failure = exchange.getException();
        if (failure == null || exchange.isRedeliveryExhausted()) {
            return Step.END;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (isAtWork(exchange)) {
            return failForGood(exchange);
        }
        Clause clause = find(exchange, failure);
        failureOccurred(exchange, failure, clause, code.place(at));
        Outcome outcome = Outcome.FAILED;
        Throwable thrown = null;
        try {
            outcome = decide(clause, exchange, failure);
        } catch (Throwable e) {
            thrown = e;
        }
        Handling handling = new Handling(this, outcome, failure, next, exchange);
        handling.takeFrom(exchange);
        RouteCode steps = outcome == Outcome.DEAD ? deadLetters : clause == null ? null : clause.steps;
        if (thrown == null) {
            thrown = prepare(exchange, clause, handling, steps != null);
        }
        if (thrown != null) {
            exchange.setException(thrown);
        } else if (steps != null) {
            exchange.setHandling(handling);
            if (!steps.run(exchange, 0)) {
                exchange.continuation().push(code, POSITION, handling);
                return Step.SUSPENDED;
            }
            exchange.setHandling(handling.outer);
        }
        return finish(exchange, handling);
    }

    private static boolean isToBeSettled(@Nullable Clause clause) {
        return clause != null && (clause.settings.handled() != null || clause.settings.continued() != null);
    }

    /**
     * Prepares the message for the steps of a clause, for the dead letter endpoint, or for the caller. Returns what the
     * user's onPrepareFailure has thrown, if anything.
     */
    @SuppressWarnings("CatchingUnchecked") // it may throw anything
    private @Nullable Throwable prepare(
            AbstractExchange exchange, @Nullable Clause clause, Handling handling, boolean steps) {
        boolean dead = handling.outcome == Outcome.DEAD;
        if (dead || isToBeSettled(clause)) {
            RedeliveryHeaders.remove(exchange);
        }
        try {
            if (steps) {
                prepareSteps(exchange, clause, dead);
            }
            if (dead || handling.outcome == Outcome.HANDLED) {
                handling.before = HandledFailure.keep(exchange);
            }
            Processor hook = policy.hooks().onPrepareFailure();
            if (hook != null && (dead || clause == null)) {
                hook.process(exchange);
            }
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    private void prepareSteps(AbstractExchange exchange, @Nullable Clause clause, boolean dead) {
        int redeliveries = exchange.getRedeliveryCounter();
        exchange.setRedeliveryCounter(-1);
        Message original = exchange.originalMessage();
        if (original != null && (clause == null ? policy.original() : clause.settings.original())) {
            exchange.copyFrom(original);
        }
        exchange.repeatableBody();
        if (mayRedeliver && clause != null && !dead && !isToBeSettled(clause)) {
            RedeliveryHeaders.show(exchange, Math.max(redeliveries, 0));
        }
    }

    /** Continues when the steps for a failure are done, after they were suspended. */
    int resume(AbstractExchange exchange, @Nullable Object state) {
        Handling handling = Objects.requireNonNull((Handling) state);
        exchange.setHandling(handling.outer);
        return finish(exchange, handling);
    }

    /** Decides how the exchange continues after the steps for its failure. */
    private int finish(AbstractExchange exchange, Handling handling) {
        Exception again = exchange.getException();
        Outcome outcome = handling.outcome;
        if (again != null && outcome == Outcome.DEAD && policy.handlesNewFailure()) {
            counts.count(InflightCounter.DISCARDED, 1);
            Log.warn(
                    Log.route(routeId),
                    "Route " + routeId + ": a message could not be sent to the dead letter endpoint "
                            + SafeText.uri(policy.deadLetterUri()) + " and is lost: " + exchange
                            + (handling.place == null ? "" : "; it had failed at step " + handling.place.step())
                            + " [MH-57]",
                    again);
        } else if (again != null) {
            Suppressed.add(again, handling.failure);
            return handling.failForGood(exchange);
        } else if (outcome == Outcome.DEAD) {
            counts.count(InflightCounter.DEAD, 1);
        } else if (outcome != Outcome.FAILED) {
            counts.count(InflightCounter.HANDLED, 1);
        }
        exchange.setException(null);
        if (outcome == Outcome.CONTINUED) {
            boolean stops =
                    exchange.endsRoute() && !exchange.isRollbackOnly(); // also if a called route has handled a failure
            Boolean handled = stops ? exchange.getErrorHandlerHandled() : null;
            handling.takeFrom(exchange);
            exchange.setErrorHandlerHandled(handled);
            exchange.setRouteStop(stops);
            return stops ? Step.END : handling.next;
        }
        if (outcome == Outcome.DEAD || outcome == Outcome.HANDLED) {
            exchange.setFailureHandled(true);
            exchange.setErrorHandlerHandled(true);
            settle(exchange, handling, again != null);
            return Step.END;
        }
        exchange.failAgain(handling.failure, handling.place);
        return handling.failForGood(exchange);
    }

    /** Last, and nothing is thrown: the dead letter endpoint has the message, which must not be delivered again. */
    @SuppressWarnings({"CatchingUnchecked", "EmptyCatch"}) // the heap or the stack may be full
    private void settle(AbstractExchange exchange, Handling handling, boolean isLost) {
        try {
            exchange.setProperty(HandledFailure.BEFORE, isLost ? null : handling.before);
            if (handling.outcome == Outcome.DEAD && !isLost) {
                String to = "a message went to the dead letter endpoint " + SafeText.uri(policy.deadLetterUri())
                        + (exchange.getPattern() == ExchangePattern.InOut ? ", and its sender gets no exception" : "");
                say(dead, to, handling.place == null ? null : handling.place.step(), handling.failure);
            }
        } catch (Throwable e) {
            // law S4: a line is never the work, and without the note a request is answered as failed
        }
    }

    private static int failForGood(AbstractExchange exchange) {
        exchange.setRedeliveryExhausted(true);
        return Step.END;
    }
}
