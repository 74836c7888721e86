package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import org.jspecify.annotations.Nullable;

/** Where an exchange comes from, its id, and how it fares: failure and flags. */
abstract class JourneyPart extends PropertyPart {
    private Origin origin;
    private long created;
    private @Nullable Exception exception;
    private @Nullable String exchangeId;

    JourneyPart(Origin origin, long created) {
        this.origin = origin;
        this.created = created;
    }

    // ---- who and where

    final Origin origin() {
        return origin;
    }

    final void setOrigin(Origin origin) {
        this.origin = origin;
    }

    /** It comes into a route. If that is its first, it is from there. */
    final void comesInto(Origin route) {
        Origin own = origin;
        if (own.fromRouteId == null && own.context == route.context) {
            boolean elsewhere = own.fromEndpoint != null && own.fromEndpoint != route.fromEndpoint;
            origin = elsewhere ? new Origin(own.context, own.fromEndpoint, route.fromRouteId) : route;
        }
    }

    @Override
    public final RoutingContext getContext() {
        checkUsable();
        return origin.context;
    }

    @Override
    public final @Nullable Endpoint getFromEndpoint() {
        checkUsable();
        return origin.fromEndpoint;
    }

    @Override
    public final void setFromEndpoint(@Nullable Endpoint fromEndpoint) {
        checkUsable();
        origin = new Origin(origin.context, fromEndpoint, origin.fromRouteId);
    }

    @Override
    public final @Nullable String getFromRouteId() {
        checkUsable();
        return origin.fromRouteId;
    }

    @Override
    public final void setFromRouteId(@Nullable String fromRouteId) {
        checkUsable();
        origin = new Origin(origin.context, origin.fromEndpoint, fromRouteId);
    }

    @Override
    public final long getCreated() {
        checkUsable();
        return created;
    }

    @Override
    public final void setCreated(long created) {
        checkUsable();
        this.created = created;
    }

    @Override
    public final String getExchangeId() {
        checkUsable();
        String id = exchangeId;
        if (id == null) {
            id = origin.context.getRoutingContextExtension().getUuidGenerator().generateUuid();
            exchangeId = id;
        }
        return id;
    }

    @Override
    public final void setExchangeId(@Nullable String exchangeId) {
        checkUsable();
        this.exchangeId = exchangeId;
    }

    @Override
    public final ExchangePattern getPattern() {
        return is(Flags.IN_OUT) ? ExchangePattern.InOut : ExchangePattern.InOnly;
    }

    @Override
    public final void setPattern(ExchangePattern pattern) {
        set(Flags.IN_OUT, pattern == ExchangePattern.InOut);
    }

    // ---- failure and flags

    @Override
    public final @Nullable Exception getException() {
        checkUsable();
        return exception;
    }

    @Override
    public final void setException(@Nullable Throwable throwable) {
        checkUsable();
        exception = throwable == null || throwable instanceof Exception
                ? (Exception) throwable
                : new RoutingExecutionException(
                        "Exchange " + getExchangeId() + " failed with an error", this, throwable);
    }

    @Override
    public final boolean isRollbackOnly() {
        return is(Flags.ROLLBACK_ONLY);
    }

    @Override
    public final void setRollbackOnly(boolean rollbackOnly) {
        set(Flags.ROLLBACK_ONLY, rollbackOnly);
    }

    @Override
    public final boolean isRollbackOnlyLast() {
        return is(Flags.ROLLBACK_ONLY_LAST);
    }

    @Override
    public final void setRollbackOnlyLast(boolean rollbackOnlyLast) {
        set(Flags.ROLLBACK_ONLY_LAST, rollbackOnlyLast);
    }

    @Override
    public final boolean isRouteStop() {
        return is(Flags.ROUTE_STOP);
    }

    @Override
    public final void setRouteStop(boolean routeStop) {
        set(Flags.ROUTE_STOP, routeStop);
    }

    @Override
    public final boolean isTransacted() {
        return is(Flags.TRANSACTED);
    }

    @Override
    public final void setTransacted(boolean transacted) {
        set(Flags.TRANSACTED, transacted);
    }

    @Override
    public final boolean isFailureHandled() {
        return is(Flags.FAILURE_HANDLED);
    }

    @Override
    public final void setFailureHandled(boolean failureHandled) {
        set(Flags.FAILURE_HANDLED, failureHandled);
    }

    @Override
    public final @Nullable Boolean getErrorHandlerHandled() {
        return is(Flags.ERROR_HANDLER_DECIDED) ? (Boolean) is(Flags.ERROR_HANDLER_HANDLED) : null;
    }

    @Override
    public final void setErrorHandlerHandled(@Nullable Boolean handled) {
        set(Flags.ERROR_HANDLER_DECIDED, handled != null);
        set(Flags.ERROR_HANDLER_HANDLED, handled != null && handled);
    }

    @Override
    public final boolean isRedeliveryExhausted() {
        return is(Flags.REDELIVERY_EXHAUSTED);
    }

    @Override
    public final void setRedeliveryExhausted(boolean redeliveryExhausted) {
        set(Flags.REDELIVERY_EXHAUSTED, redeliveryExhausted);
    }

    @Override
    public final boolean isInterrupted() {
        return is(Flags.INTERRUPTED);
    }

    @Override
    public final void setInterrupted(boolean interrupted) {
        set(Flags.INTERRUPTED, interrupted);
    }

    @Override
    public final boolean isNotifyEvent() {
        return is(Flags.NOTIFY_EVENT);
    }

    @Override
    public final void setNotifyEvent(boolean notifyEvent) {
        set(Flags.NOTIFY_EVENT, notifyEvent);
    }

    @Override
    public final void leaveToRoute() {
        set(Flags.LEFT_TO_ROUTE, true);
    }

    /** Whether a route must look before it goes on: a failure, one that was handled, or a wish to stop. */
    final boolean isTroubled() {
        return exception != null || (flags & Flags.ENDS_ROUTE) != 0;
    }

    /** Whether the routes it is in end here without a failure. */
    final boolean endsRoute() {
        return (flags & Flags.ENDS_ROUTE) != 0;
    }

    // ---- copy and release

    /** For a new copy: everything but id and unit of work. */
    final void copyJourneyFrom(JourneyPart that) {
        copyContentFrom(that);
        exception = that.exception;
    }

    /** Makes a copy a message of its own, one-way, that nothing has happened to yet. */
    final void beginAnew(@Nullable String correlationId) {
        exception = null;
        flags &= ~Flags.HISTORY;
        setCorrelationId(correlationId);
    }

    /** Fares as that one did. A failure that was taken away leaves no trace of having been given up. */
    final void takeOutcome(JourneyPart that) {
        exception = that.exception;
        int outcome = that.flags & Flags.OUTCOME;
        if (exception == null && !that.endsRoute()) {
            outcome &= ~Flags.REDELIVERY_EXHAUSTED;
        }
        flags = (flags & ~Flags.OUTCOME) | outcome;
    }

    /** For a pooled exchange about to be used again. */
    final void begin(Origin origin, long created) {
        this.origin = origin;
        this.created = created;
    }

    final void resetJourney(Origin nowhere) {
        resetContent();
        origin = nowhere;
        created = 0;
        exception = null;
        exchangeId = null;
    }
}
