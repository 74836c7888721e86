package io.mehari.impl.engine;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.FailurePolicy;
import io.mehari.builder.FailurePolicy.Original;
import io.mehari.builder.Redelivery;
import io.mehari.impl.base.Causes;
import io.mehari.impl.base.Suppressed;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.exchange.FailureInHand;
import io.mehari.impl.exchange.Place;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import java.util.List;
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

    private final RouteScope route;
    private final FailurePolicy policy;
    private final boolean mayRedeliver;
    private final String routeId;
    private final List<Clause> clauses;
    private final @Nullable RouteCode deadLetters;

    public ErrorHandler(RouteScope route, FailurePolicy policy, List<Clause> clauses, @Nullable RouteCode deadLetters) {
        this.route = route;
        this.policy = policy;
        this.mayRedeliver = policy.mayRedeliver();
        this.routeId = route.routeId();
        this.clauses = clauses;
        this.deadLetters = deadLetters;
    }

    // ---- redelivery

    /** Whether the failed step may be redelivered, as far as that does not depend on a clause. */
    boolean mayRetry(AbstractExchange exchange, Exception failure) {
        return !exchange.isRedeliveryExhausted()
                && !exchange.isRollbackOnly()
                && !exchange.isRollbackOnlyLast()
                && !(failure instanceof InterruptedException)
                && isActive();
    }

    /** The redelivery settings for the failed step; null if it is not to be redelivered. */
    @Nullable
    Redelivery redelivery(AbstractExchange exchange, Exception failure, @Nullable Clause clause, int attempt) {
        Redelivery redelivery = clause == null ? policy.redelivery() : clause.settings.redelivery();
        boolean exhausted = redelivery.maximum() >= 0 && attempt > redelivery.maximum();
        if (exhausted || (!redelivery.whileStopping() && route.retries().isStopping())) {
            return null;
        }
        Predicate retryWhile = redelivery.retryWhile();
        return retryWhile == null || mayGoOn(retryWhile, exchange, failure, attempt) ? redelivery : null;
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
        return route.active().getAsBoolean();
    }

    WaitingRetries retries() {
        return route.retries();
    }

    /** Called before a redelivery. An exception of the user's processor is logged, and the redelivery takes place. */
    void beforeRedelivery(AbstractExchange exchange, @Nullable Clause clause, @Nullable String step) {
        route.watchers().redelivery(exchange, exchange.getRedeliveryCounter());
        Processor hook = clause == null ? null : clause.settings.hooks().onRedelivery();
        if (hook == null) {
            hook = policy.hooks().onRedelivery();
        }
        call("onRedelivery", hook, exchange, step);
    }

    /** Called when a step has failed. From here on the property EXCEPTION_CAUGHT is that failure. */
    void failureOccurred(AbstractExchange exchange, Exception failure, @Nullable Clause clause, @Nullable String step) {
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        Processor hook = clause == null ? null : clause.settings.hooks().onExceptionOccurred();
        if (hook == null) {
            hook = policy.hooks().onExceptionOccurred();
        }
        call("onExceptionOccurred", hook, exchange, step);
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
            Log.warn(ErrorHandler.class, "The " + name + " hook failed, called for a failure " + where, e);
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
                int distance = distance(clause.settings.types(), each.getClass());
                if (distance < bestDistance && matches(clause.settings, exchange, failure)) {
                    best = clause;
                    bestDistance = distance;
                }
            }
        }
        return best;
    }

    private static boolean matches(FailurePolicy.Clause clause, AbstractExchange exchange, Exception failure) {
        Predicate onWhen = clause.onWhen();
        return onWhen == null || agrees(onWhen, exchange, failure);
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

    /** The number of superclasses between the failure and the nearest of the types. */
    private static int distance(List<Class<? extends Throwable>> types, Class<?> failure) {
        int distance = 0;
        for (Class<?> each = failure; each != null; each = each.getSuperclass()) {
            if (types.contains(each)) {
                return distance;
            }
            distance++;
        }
        return Integer.MAX_VALUE;
    }

    // ---- handling

    /**
     * What a clause decides about a message, before its steps run.
     *
     * @param thrown what a predicate of the user has thrown; the message fails with it
     */
    private record Decision(
            boolean continued, boolean handled, @Nullable Throwable thrown) {
        static final Decision NONE = new Decision(false, false, null);
    }

    @SuppressWarnings("CatchingUnchecked") // the user's predicates may throw anything
    private static Decision decide(Clause clause, AbstractExchange exchange) {
        Predicate continued = clause.settings.continued();
        Predicate handled = clause.settings.handled();
        try {
            return new Decision(
                    continued != null && continued.matches(exchange),
                    handled != null && handled.matches(exchange),
                    null);
        } catch (Throwable e) {
            return new Decision(false, false, e);
        }
    }

    /** A failure that is being handled while the steps for it run. */
    private static final class Handling extends FailureInHand {
        final ErrorHandler by;
        final boolean dead; // sent to the dead letter endpoint
        final Exception failure;
        final @Nullable Place place;
        final int next;
        final Decision decision;
        final boolean rollbackOnly;
        final boolean rollbackOnlyLast;

        Handling(
                ErrorHandler by,
                Decision decision,
                boolean dead,
                Exception failure,
                int next,
                AbstractExchange exchange) {
            super(exchange.handling());
            this.by = by;
            this.dead = dead;
            this.failure = failure;
            this.place = Place.of(exchange);
            this.next = next;
            this.decision = decision;
            this.rollbackOnly = exchange.isRollbackOnly();
            this.rollbackOnlyLast = exchange.isRollbackOnlyLast();
        }

        /** Removes the failure and the rollback marks from the exchange. The steps of the clause may set new marks. */
        void takeFrom(AbstractExchange exchange) {
            exchange.goOnAfterFailure();
            exchange.setRollbackOnly(false);
            exchange.setRollbackOnlyLast(false);
        }

        int failForGood(AbstractExchange exchange) {
            exchange.setRollbackOnly(rollbackOnly || exchange.isRollbackOnly());
            exchange.setRollbackOnlyLast(rollbackOnlyLast || exchange.isRollbackOnlyLast());
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
    @SuppressWarnings("CatchingUnchecked") // the user's onPrepareFailure may throw anything
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
        boolean undecided = deadLetters != null && (clause == null || clause.steps == null);
        Decision decision = clause == null ? Decision.NONE : decide(clause, exchange);
        boolean goesOn = undecided && decision.continued;
        boolean dead = undecided && !goesOn && decision.thrown == null;
        RouteCode steps = dead ? deadLetters : clause == null ? null : clause.steps;
        Handling handling = new Handling(this, decision, dead, failure, next, exchange);
        handling.takeFrom(exchange);
        if (decision.thrown != null) {
            exchange.setException(decision.thrown);
            return finish(exchange, handling);
        }
        if (dead || isToBeSettled(clause)) {
            RedeliveryHeaders.remove(exchange);
        }
        if (goesOn) {
            return next;
        }
        try {
            prepare(exchange, clause, dead, steps != null);
        } catch (Throwable e) {
            exchange.setException(e);
            return finish(exchange, handling);
        }
        if (steps == null) {
            return finish(exchange, handling);
        }
        exchange.setHandling(handling);
        if (!steps.run(exchange, 0)) {
            exchange.continuation().push(code, POSITION, handling);
            return Step.SUSPENDED;
        }
        exchange.setHandling(handling.outer);
        return finish(exchange, handling);
    }

    private static boolean isToBeSettled(@Nullable Clause clause) {
        return clause != null && (clause.settings.handled() != null || clause.settings.continued() != null);
    }

    /** Prepares the message for the steps of a clause, for the dead letter endpoint, or for the caller. */
    private void prepare(AbstractExchange exchange, @Nullable Clause clause, boolean dead, boolean steps)
            throws Exception {
        if (steps) {
            int redeliveries = exchange.getRedeliveryCounter();
            exchange.setRedeliveryCounter(-1);
            useOriginal(exchange, exchange, clause == null ? policy.original() : clause.settings.original());
            if (mayRedeliver && clause != null && !dead && !isToBeSettled(clause)) {
                RedeliveryHeaders.show(exchange, Math.max(redeliveries, 0));
            }
        }
        Processor hook = policy.hooks().onPrepareFailure();
        if (hook != null && (dead || clause == null)) {
            hook.process(exchange);
        }
    }

    /** Restores the original message of an exchange, in that exchange or in a copy of it. */
    static void useOriginal(AbstractExchange exchange, AbstractExchange target, Original original) {
        Message message = original == Original.NOTHING || !exchange.hasUnitOfWork()
                ? null
                : exchange.getUnitOfWork().getOriginalInMessage();
        if (message == null) {
            return;
        }
        if (original == Original.BODY) {
            target.setBody(message.getBody());
        } else {
            target.copyFrom(message);
        }
    }

    /** Continues when the steps for a failure are done, after they were suspended. */
    int resume(AbstractExchange exchange, @Nullable Object state) {
        Handling handling = (Handling) state;
        assert handling != null;
        exchange.setHandling(handling.outer);
        return finish(exchange, handling);
    }

    /** Decides how the exchange continues after the steps for its failure. */
    private int finish(AbstractExchange exchange, Handling handling) {
        Exception again = exchange.getException();
        boolean dead = handling.dead;
        if (again != null && dead && policy.handlesNewFailure()) {
            Log.warn(
                    ErrorHandler.class,
                    "Route " + routeId + ": a message could not be sent to the dead letter endpoint "
                            + SafeText.uri(policy.deadLetterUri()) + " and is lost: " + exchange
                            + (handling.place == null ? "" : "; it had failed at step " + handling.place.step()),
                    again);
        } else if (again != null) {
            Suppressed.add(again, handling.failure);
            return handling.failForGood(exchange);
        }
        exchange.setException(null);
        if (!dead && handling.decision.continued) {
            handling.takeFrom(exchange);
            return handling.next;
        }
        if (dead || handling.decision.handled) {
            exchange.setFailureHandled(true);
            exchange.setErrorHandlerHandled(true);
            return Step.END;
        }
        exchange.failAgain(handling.failure, handling.place);
        return handling.failForGood(exchange);
    }

    private static int failForGood(AbstractExchange exchange) {
        exchange.setRedeliveryExhausted(true);
        return Step.END;
    }
}
