package io.mehari.impl.engine;

import io.mehari.EndedByStopException;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Message;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import io.mehari.impl.base.Causes;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.Held;
import io.mehari.spi.internal.HandledFailure;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.OnlySender;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The error handler of one route, for failures that none of its doTry blocks catches. */
public final class ErrorHandler {
    /*
     * Redelivery comes first: the step Retry runs another one again, as the clause for its failure says. A failure that
     * remains comes to handle(), from any block of the route. It runs the steps of the clause, or sends to the dead
     * letter endpoint. Then the route ends, continues after the failed step, or fails for good. A clause is looked for
     * once: Retry passes on the one that it has found.
     *
     * A failure that was handled in a route is ignored by the routes that called it; the flag REDELIVERY_EXHAUSTED
     * marks it. If the steps of a handler call its own route, the handler ignores failures there: otherwise it could
     * call itself without end.
     */
    /** The position of this handler in any code, for continuations. */
    static final int POSITION = -1;

    /** A clause with its compiled steps; null if it has none. */
    public record Clause(
            FailurePolicy.Clause settings, @Nullable RouteCode steps) {
        /** Whether it says what becomes of the failure. */
        boolean settles() {
            return settings.handled() != null || settings.continued() != null;
        }
    }

    private final EngineContext engine;
    private final Watchers watchers;
    private final FailurePolicy policy;
    private final String routeId;
    private final List<Clause> clauses;
    private final Clause otherwise; // if none of the clauses matches
    private final @Nullable RouteCode deadLetters;
    private final InflightCounter counts;
    private final Log retries;
    private final Log dead;

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
        this.routeId = routeId;
        this.clauses = clauses;
        this.otherwise = new Clause(
                new FailurePolicy.Clause(
                        List.of(), null, null, null, policy.redelivery(), policy.original(), policy.hooks(), List.of()),
                null);
        this.deadLetters = deadLetters;
        this.counts = counts;
        this.retries = new Log(Log.route(routeId));
        this.dead = new Log(Log.route(routeId));
    }

    // ---- choosing a clause

    /**
     * The clause whose type is nearest to the failure or one of its causes. Among equally near ones, the one nearest to
     * the innermost cause is taken, and then the first in the list. The predicates of the user find the exchange with
     * its failure, so this is called before anything changes the exchange for its way on.
     */
    private Clause find(AbstractExchange exchange, Exception failure) {
        if (clauses.isEmpty()) {
            return otherwise;
        }
        Clause best = otherwise;
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
    static boolean agrees(Predicate predicate, AbstractExchange exchange, Exception failure) {
        Object before = exchange.getProperty(Exchange.EXCEPTION_CAUGHT);
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        try {
            return predicate.matches(exchange);
        } catch (Throwable e) { // even an Error: the failure must still be handled
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

    /** From here on the property EXCEPTION_CAUGHT is that failure. */
    private void failureOccurred(AbstractExchange exchange, Exception failure, Clause clause, @Nullable String step) {
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        call("onExceptionOccurred", clause.settings.hooks().onExceptionOccurred(), exchange, step);
    }

    /** What the user's processor throws is logged, and the message goes on. */
    private void call(String name, @Nullable Processor hook, AbstractExchange exchange, @Nullable String step) {
        try {
            if (hook != null) {
                hook.process(exchange);
            }
        } catch (Throwable e) { // even an Error: the failure itself is more important
            String where = "in route \"" + SafeText.of(routeId) + "\"" + (step == null ? "" : ", step " + step);
            Log.warn(Log.route(routeId), "The " + name + " hook failed, called for a failure " + where + " [MH-58]", e);
        }
    }

    /** Law S6: says once a minute that there are failures that are not logged one by one. */
    private void say(Log log, String what, @Nullable String step, Exception failure) {
        if (log.isDue()) {
            log.warnOnceAMinute(
                    "Route " + SafeText.of(routeId) + (step == null ? "" : ", step " + step) + ": " + what + " [MH-68]",
                    failure);
        }
    }

    // ---- redelivery

    /**
     * A step with redelivery. Only routes with redelivery contain any.
     *
     * @param step a code with only this step, which handles no failure itself
     */
    public Step retrying(RouteCode step, RouteLife route) {
        return Step.of(new Retry(step, route));
    }

    /** The message as the step first saw it, and the number of redeliveries. */
    private static final class Attempts {
        final @Nullable Object body;
        final @Nullable Object headers;
        int count;
        Waits.@Nullable Wait wait; // for the next redelivery

        @Nullable
        Clause clause; // for the failure at hand

        Attempts(@Nullable Object body, @Nullable Object headers) {
            this.body = body;
            this.headers = headers;
        }
    }

    private final class Retry extends Step {
        /*
         * The message as the step first saw it is kept in two local variables: the body, and the storage of the
         * headers, marked as shared so that the first write to them makes a copy. Nothing is allocated unless the step
         * suspends or fails.
         *
         * During a delay the exchange is suspended: the timer passes the continuation to the shared pool, and no thread
         * waits.
         */
        private final RouteCode step;
        private final RouteLife route;

        Retry(RouteCode step, RouteLife route) {
            this.step = step;
            this.route = route;
        }

        @Override
        public int run(AbstractExchange exchange) {
            Object body = exchange.repeatableBody();
            Object headers = exchange.keepHeaders();
            int result = step.execute(exchange, 0);
            if (result == GONE) {
                return GONE;
            }
            if (result >= 0 && exchange.getException() == null) {
                AbstractExchange.forgetHeaders(headers);
                return next;
            }
            return goOn(exchange, new Attempts(body, headers), result);
        }

        @Override
        public int resume(AbstractExchange exchange, @Nullable Object state) {
            Attempts attempts = Objects.requireNonNull((Attempts) state);
            Waits.Wait wait = attempts.wait;
            if (wait == null) {
                return goOn(exchange, attempts, next);
            }
            attempts.wait = null;
            EndedByStopException refusal = wait.refusal();
            Exception failure = exchange.getException();
            if (refusal != null && failure != null) {
                Suppressed.add(failure, refusal);
                return next;
            }
            return goOn(exchange, attempts, again(exchange, attempts));
        }

        /**
         * Redelivers until the step succeeds, has to wait, or must not be redelivered any more.
         *
         * @param result of the latest attempt
         */
        private int goOn(AbstractExchange exchange, Attempts attempts, int result) {
            int latest = result;
            while (latest >= 0) {
                Exception failure = exchange.getException();
                if (failure == null || !isRedeliverable(exchange, failure)) {
                    return next;
                }
                Clause clause = find(exchange, failure);
                Redelivery redelivery = clause.settings.redelivery();
                if (!mayGoOn(redelivery, exchange, failure, attempts.count + 1)) {
                    return failAs(exchange, clause);
                }
                attempts.clause = clause;
                failureOccurred(exchange, failure, clause, place);
                long delay = delay(exchange, redelivery, attempts.count + 1);
                if (delay > 0) {
                    Waits.Wait wait = route.waitFor(exchange, delay);
                    attempts.wait = wait;
                    wait.set(suspend(exchange, attempts));
                    wait.begin(wait);
                    return SUSPENDED;
                }
                latest = again(exchange, attempts);
            }
            return latest == GONE ? GONE : suspended(exchange, attempts);
        }

        /** Whether the failed step may be redelivered, as far as that does not depend on a clause. */
        private boolean isRedeliverable(AbstractExchange exchange, Exception failure) {
            if (exchange.isRedeliveryExhausted()
                    || exchange.isRollbackOnly()
                    || failure instanceof InterruptedException
                    || failure instanceof EndedByStopException) {
                return false;
            }
            boolean active = engine.active; // read first: a stop gives up before the context is inactive
            EndedByStopException refusal = route.refusal(exchange); // there may be attempts without end
            if (refusal != null) {
                Suppressed.add(failure, refusal);
            }
            return active && refusal == null;
        }

        private long delay(AbstractExchange exchange, Redelivery redelivery, int attempt) {
            Object header = exchange.getHeader(Exchange.REDELIVERY_DELAY);
            Long wanted = header == null
                    ? null
                    : exchange.getContext().getTypeConverter().tryConvertTo(Long.class, exchange, header);
            return wanted == null
                    ? redelivery.delayBefore(attempt)
                    : Math.max(0, Math.min(wanted, redelivery.maximumDelayMillis()));
        }

        /** Redelivers once, unless the context is stopping. Returns a position when done, or SUSPENDED or GONE. */
        private int again(AbstractExchange exchange, Attempts attempts) {
            Exception failure = exchange.getException();
            if (failure == null || !engine.active) {
                return next;
            }
            Clause clause = Objects.requireNonNull(attempts.clause);
            int maximum = clause.settings.redelivery().maximum();
            attempts.count++;
            exchange.restoreMessage(attempts.body, attempts.headers);
            exchange.repeatableBody();
            exchange.setRedeliveryCounter(attempts.count);
            exchange.setHeader(Exchange.REDELIVERED, true);
            exchange.setHeader(Exchange.REDELIVERY_COUNTER, attempts.count);
            if (maximum > 0) {
                exchange.setHeader(Exchange.REDELIVERY_MAX_COUNTER, maximum);
            }
            exchange.setException(null);
            counts.count(InflightCounter.REDELIVERED, 1);
            say(retries, "a step is tried again, redelivery " + exchange.getRedeliveryCounter(), place, failure);
            watchers.redelivery(exchange, exchange.getRedeliveryCounter());
            call("onRedelivery", clause.settings.hooks().onRedelivery(), exchange, place);
            return step.execute(exchange, 0);
        }

        @Override
        public void markLast() {
            step.step(0).markLast();
        }

        @Override
        public @Nullable OnlySender onlySender() {
            return step.step(0).onlySender();
        }

        @Override
        public @Nullable Endpoint endpoint() {
            return step.step(0).endpoint();
        }
    }

    /** While the predicate is evaluated, the counter is the number of the attempt that it decides on. */
    private static boolean mayGoOn(Redelivery redelivery, AbstractExchange exchange, Exception failure, int attempt) {
        boolean exhausted = redelivery.maximum() >= 0 && attempt > redelivery.maximum();
        Predicate retryWhile = redelivery.retryWhile();
        if (exhausted || retryWhile == null) {
            return !exhausted;
        }
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

    // ---- handling

    /** What becomes of the message, unless the steps for its failure fail. */
    private enum Outcome {
        CONTINUED,
        HANDLED,
        /** It goes to the dead letter endpoint, which handles it. */
        DEAD,
        FAILED
    }

    private Outcome decide(Clause clause, AbstractExchange exchange, Exception failure) {
        Predicate continued = clause.settings.continued();
        Predicate handled = clause.settings.handled();
        Outcome outcome = continued != null && continued.matches(exchange) ? Outcome.CONTINUED : Outcome.FAILED;
        if (outcome == Outcome.FAILED && handled != null && handled.matches(exchange)) {
            outcome = Outcome.HANDLED;
        }
        if (outcome != Outcome.CONTINUED && deadLetters != null && clause.steps == null) {
            return Outcome.DEAD;
        }
        // an error of the virtual machine is never handled away: its sender, or the log, learns of it after the steps
        return Causes.has(VirtualMachineError.class, failure) ? Outcome.FAILED : outcome;
    }

    /** A failure that this handler has in hand while the steps for it run. */
    private static final class Handling extends Held {
        final ErrorHandler by;
        final Outcome outcome;
        final int next;
        final boolean rollbackOnly;

        @Nullable
        Message before;

        /** The failure and the mark for rollback leave the exchange: the steps of the clause may set one. */
        Handling(ErrorHandler by, Outcome outcome, Exception failure, int next, AbstractExchange exchange) {
            super(exchange, failure);
            this.by = by;
            this.outcome = outcome;
            this.next = next;
            this.rollbackOnly = exchange.isRollbackOnly();
            takeFrom(exchange);
        }

        void takeFrom(AbstractExchange exchange) {
            exchange.goOnAfterFailure();
            exchange.setRollbackOnly(false);
        }

        int failForGood(AbstractExchange exchange) {
            exchange.setRollbackOnly(rollbackOnly || exchange.isRollbackOnly());
            exchange.setRedeliveryExhausted(true);
            return Step.END;
        }
    }

    /** Whether the failure came from the steps of this handler. */
    private boolean isAtWork(AbstractExchange exchange) {
        Held each = exchange.handling();
        while (each != null && ((Handling) each).by != this) {
            each = each.outer;
        }
        return each != null;
    }

    /**
     * Handles the failure of a step.
     *
     * @param at the position of the step
     * @param next the position where the route would have continued
     * @param found the clause for the failure; null if it was not looked for
     * @return the position where the route continues, or SUSPENDED
     */
    int handle(RouteCode code, AbstractExchange exchange, int at, int next, @Nullable Clause found) {
        Exception failure = exchange.getException();
        if (failure == null || exchange.isRedeliveryExhausted()) {
            return Step.END;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (isAtWork(exchange)) {
            exchange.setRedeliveryExhausted(true);
            return Step.END;
        }
        Clause clause = found == null ? find(exchange, failure) : found;
        failureOccurred(exchange, failure, clause, code.place(at));
        Outcome outcome = Outcome.FAILED;
        Throwable thrown = null;
        try {
            outcome = decide(clause, exchange, failure);
        } catch (Throwable e) { // the user's predicates may throw anything
            thrown = e;
        }
        Handling handling = new Handling(this, outcome, failure, next, exchange);
        RouteCode steps = outcome == Outcome.DEAD ? deadLetters : clause.steps;
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

    /**
     * Prepares the message for the steps of a clause, for the dead letter endpoint, or for the caller. Returns what the
     * user's onPrepareFailure has thrown, if anything.
     */
    private @Nullable Throwable prepare(AbstractExchange exchange, Clause clause, Handling handling, boolean steps) {
        boolean dead = handling.outcome == Outcome.DEAD;
        boolean settled = dead || clause.settles();
        int redeliveries = exchange.getRedeliveryCounter();
        if (settled && redeliveries >= 0) {
            exchange.removeHeader(Exchange.REDELIVERED);
            exchange.removeHeader(Exchange.REDELIVERY_COUNTER);
            exchange.removeHeader(Exchange.REDELIVERY_MAX_COUNTER);
        }
        try {
            if (steps) {
                exchange.setRedeliveryCounter(-1);
                Message original = exchange.originalMessage();
                if (original != null && clause.settings.original()) {
                    exchange.copyFrom(original);
                }
                exchange.repeatableBody();
            }
            if (steps && !settled && policy.mayRedeliver()) { // also if there were none, or the headers are gone
                exchange.setHeader(Exchange.REDELIVERED, redeliveries > 0);
                exchange.setHeader(Exchange.REDELIVERY_COUNTER, Math.max(redeliveries, 0));
            }
            if (dead || handling.outcome == Outcome.HANDLED) {
                handling.before = HandledFailure.keep(exchange);
            }
            Processor hook = policy.hooks().onPrepareFailure();
            if (hook != null && (dead || clause == otherwise)) {
                hook.process(exchange);
            }
            return null;
        } catch (Throwable e) {
            return e;
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
        handling.putBack(exchange);
        return handling.failForGood(exchange);
    }

    /** Last, and nothing is thrown: the dead letter endpoint has the message, which must not be delivered again. */
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
}
