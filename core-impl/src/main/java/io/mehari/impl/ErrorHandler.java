package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.FailurePolicy;
import io.mehari.builder.FailurePolicy.Original;
import io.mehari.builder.Redelivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one route does about failures that none of its doTry blocks catches. Consulted only then. */
final class ErrorHandler {
    /*
     * Redelivery comes first, in the step that is tried again (Retry), which asks here for its policy. What is left
     * comes to handle(), for any block of the route: the block of steps of the clause that matches, or the dead letters,
     * run on the exchange as it is; then the route ends, or goes on behind the failed step, or fails for good. A failure
     * that was handled so in a route is left alone by the routes that called it: REDELIVERY_EXHAUSTED says that.
     */
    /** Where this handler stands in any code, for continuations. */
    static final int POSITION = -1;

    /** A clause with its compiled steps; null where it has none of its own. */
    record Clause(FailurePolicy.Clause says, @Nullable RouteCode steps) {}

    private final RouteCompiler.Surroundings route;
    private final FailurePolicy policy;
    private final String routeId;
    private final List<Clause> clauses;
    private final @Nullable RouteCode deadLetters;

    ErrorHandler(
            RouteCompiler.Surroundings route,
            FailurePolicy policy,
            List<Clause> clauses,
            @Nullable RouteCode deadLetters) {
        this.route = route;
        this.policy = policy;
        this.routeId = route.routeId();
        this.clauses = clauses;
        this.deadLetters = deadLetters;
    }

    boolean needsOriginal() {
        return policy.needsOriginal();
    }

    // ---- redelivery

    /** How the failed step is to be tried again; null when it is not. */
    @Nullable
    Redelivery redelivery(DefaultExchange exchange, Exception failure, int attempt) {
        if (exchange.isRedeliveryExhausted()
                || exchange.isRollbackOnly()
                || exchange.isRollbackOnlyLast()
                || failure instanceof InterruptedException
                || !route.context().isActive()) {
            return null;
        }
        Clause clause = find(exchange, failure);
        Redelivery redelivery = clause == null ? policy.redelivery() : clause.says.redelivery();
        if (redelivery.maximum() >= 0 && attempt > redelivery.maximum()) {
            return null;
        }
        Predicate retryWhile = redelivery.retryWhile();
        return retryWhile == null || agrees(retryWhile, exchange, failure) ? redelivery : null;
    }

    /** Called before a step is tried again; what this throws is the failure then. */
    void beforeRedelivery(DefaultExchange exchange, Exception failure) throws Exception {
        route.wishes().watchers().redelivery(exchange, exchange.getRedeliveryCounter());
        Clause clause = find(exchange, failure);
        Processor hook = clause == null ? null : clause.says.hooks().onRedelivery();
        if (hook == null) {
            hook = policy.hooks().onRedelivery();
        }
        if (hook != null) {
            hook.process(exchange);
        }
    }

    /** Called when a step has failed. */
    @SuppressWarnings("CatchingUnchecked") // the failure itself matters more
    void failureOccurred(DefaultExchange exchange, Exception failure) {
        Clause clause = find(exchange, failure);
        Processor hook = clause == null ? null : clause.says.hooks().onExceptionOccurred();
        if (hook == null) {
            hook = policy.hooks().onExceptionOccurred();
        }
        if (hook != null) {
            try {
                hook.process(exchange);
            } catch (Throwable e) {
                Log.warn(ErrorHandler.class, "onExceptionOccurred of route " + routeId + " failed", e);
            }
        }
    }

    // ---- which clause

    /**
     * The clause whose type is nearest to the failure or one of its causes; among equally near ones the one nearest to the
     * innermost cause, and then the first in the list.
     */
    private @Nullable Clause find(DefaultExchange exchange, Exception failure) {
        if (clauses.isEmpty()) {
            return null;
        }
        Clause best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (Throwable each : Causes.innermostFirst(failure)) {
            for (Clause clause : clauses) {
                int distance = distance(clause.says.types(), each.getClass());
                if (distance < bestDistance && matches(clause.says, exchange, failure)) {
                    best = clause;
                    bestDistance = distance;
                }
            }
        }
        return best;
    }

    private static boolean matches(FailurePolicy.Clause clause, DefaultExchange exchange, Exception failure) {
        Predicate onWhen = clause.onWhen();
        return onWhen == null || agrees(onWhen, exchange, failure);
    }

    /** A predicate that fails does not match; what it threw goes along with the failure it was asked about. */
    static boolean agrees(Predicate predicate, DefaultExchange exchange, Exception failure) {
        try {
            return predicate.matches(exchange);
        } catch (RuntimeException e) {
            if (e != failure) {
                failure.addSuppressed(e);
            }
            return false;
        }
    }

    /** How many superclasses lie between the failure and the nearest of the types. */
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

    // ---- the end of trying

    /** What is being handled, while the steps for it run. */
    private record Handling(@Nullable Clause clause, Exception failure, int next) {}

    /**
     * Deals with the failure of the step at a position.
     *
     * @param next where the route would have gone on
     * @return where it goes on, or SUSPENDED
     */
    int handle(RouteCode code, DefaultExchange exchange, int at, int next) {
        Exception failure = exchange.getException();
        if (failure == null || exchange.isRedeliveryExhausted()) {
            return Step.END;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        failureOccurred(exchange, failure);
        exchange.setProperty(Exchange.EXCEPTION_CAUGHT, failure);
        Clause clause = find(exchange, failure);
        RouteCode steps = clause != null && clause.steps != null
                ? clause.steps
                : clause == null || !decides(clause) ? deadLetters : null;
        Handling handling = new Handling(clause, failure, next);
        exchange.setException(null);
        if (steps == null) {
            return finish(exchange, handling);
        }
        exchange.setProperty(Exchange.FAILURE_ROUTE_ID, routeId);
        Endpoint endpoint = code.step(at).endpoint();
        if (endpoint != null) {
            exchange.setProperty(Exchange.FAILURE_ENDPOINT, endpoint.getEndpointUri());
        }
        exchange.setRedeliveryCounter(-1);
        try {
            useOriginal(exchange, clause == null ? policy.original() : clause.says.original());
            Processor prepare = policy.hooks().onPrepareFailure();
            if (steps == deadLetters && prepare != null) {
                prepare.process(exchange);
            }
        } catch (Exception e) {
            exchange.setException(e);
            return finish(exchange, handling);
        }
        if (!steps.run(exchange, 0)) {
            exchange.continuation().push(code, POSITION, handling);
            return Step.SUSPENDED;
        }
        return finish(exchange, handling);
    }

    /** Whether a clause without steps of its own keeps the message from the dead letters. */
    private static boolean decides(Clause clause) {
        return clause.says.handled() != null || clause.says.continued() != null;
    }

    private static void useOriginal(DefaultExchange exchange, Original original) {
        Message message = original == Original.NOTHING || !exchange.hasUnitOfWork()
                ? null
                : exchange.getUnitOfWork().getOriginalInMessage();
        if (message == null) {
            return;
        }
        if (original == Original.BODY) {
            exchange.setBody(message.getBody());
        } else {
            exchange.copyFrom(message);
        }
    }

    /** Goes on after the steps for a failure have suspended. */
    int resume(DefaultExchange exchange, @Nullable Object state) {
        Handling handling = (Handling) state;
        assert handling != null;
        return finish(exchange, handling);
    }

    /** Decides what becomes of the exchange, when the steps for its failure are done. */
    private int finish(DefaultExchange exchange, Handling handling) {
        Clause clause = handling.clause;
        Exception again = exchange.getException();
        boolean dead = deadLetters != null && (clause == null || (clause.steps == null && !decides(clause)));
        if (again != null && dead && policy.handlesNewFailure()) {
            Log.warn(
                    ErrorHandler.class,
                    "Route " + routeId + ": a message could not be sent to the dead letters at "
                            + policy.deadLetterUri() + " and is lost: " + exchange,
                    again);
        } else if (again != null) {
            if (again != handling.failure) {
                again.addSuppressed(handling.failure);
            }
            return failForGood(exchange);
        }
        exchange.setException(null);
        if (clause != null && agreesOrFails(clause.says.continued(), exchange, handling.failure)) {
            exchange.setRouteStop(false);
            return handling.next;
        }
        if (dead || (clause != null && agreesOrFails(clause.says.handled(), exchange, handling.failure))) {
            exchange.setFailureHandled(true);
            exchange.setErrorHandlerHandled(true);
            return Step.END;
        }
        exchange.setException(handling.failure);
        return failForGood(exchange);
    }

    private static boolean agreesOrFails(@Nullable Predicate predicate, DefaultExchange exchange, Exception failure) {
        return predicate != null && agrees(predicate, exchange, failure);
    }

    private static int failForGood(DefaultExchange exchange) {
        exchange.setRedeliveryExhausted(true);
        return Step.END;
    }
}
