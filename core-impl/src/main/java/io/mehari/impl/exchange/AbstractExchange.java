package io.mehari.impl.exchange;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.impl.DefaultExchange;
import io.mehari.impl.base.Suppressed;
import io.mehari.spi.Log;
import io.mehari.spi.SafeText;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an exchange: message, properties, origin, failure and unit of work. Its only subclass is {@link
 * DefaultExchange}, which users create. Public methods that are not in {@link io.mehari.Exchange} are for other
 * packages of the engine, not for users.
 */
public abstract class AbstractExchange extends PropertyState {
    /*
     * The chain of classes: Message, Exchange and ExchangeExtension declare the operations; MessageState, PropertyState
     * and this class hold the fields; DefaultExchange has the constructors. With Object these are eight classes, which
     * is the size of HotSpot's table of superclasses. There is no interface in the chain and no second concrete class.
     * So every cast is one load and one comparison, and every call has one target.
     */
    @SuppressWarnings("StaticAssignmentOfThrowable") // when it is needed there is no room for one
    private static final Exception NO_ROOM = NoRoom.FAILURE; // made before the heap is full

    private Origin origin;
    private long created;
    private @Nullable Exception exception;
    private @Nullable Object exchangeId; // a text, or a LateId
    private char route;
    private @Nullable DefaultUnitOfWork work;
    final @Nullable PoolSlot slot;

    protected AbstractExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
        this.origin = origin;
        this.created = created;
        this.slot = slot;
        if (pattern == ExchangePattern.InOut) {
            flags = Flags.IN_OUT;
        }
    }

    public static long now(RoutingContext context) {
        return context.getRoutingContextExtension().getClock().millis();
    }

    // ---- identity and origin

    public final Origin origin() {
        return origin;
    }

    public final void setOrigin(Origin origin) {
        this.origin = origin;
    }

    /** The exchange enters a route. Its first route becomes its origin. */
    public final void comesInto(Origin from, int number) {
        Origin own = origin;
        boolean ours = own.context == from.context;
        route = ours ? (char) number : RouteNumbers.NONE; // route numbers are valid only in their own context
        if (ours && own.fromRouteId == null) {
            boolean elsewhere = own.fromEndpoint != null && own.fromEndpoint != from.fromEndpoint;
            origin = elsewhere ? new Origin(own.context, own.fromEndpoint, from.fromRouteId) : from;
        }
    }

    /** The number of the current route. */
    public final int route() {
        return route;
    }

    public final void setRoute(int number) {
        route = (char) number;
    }

    /** The exchange returns to the calling route. If the caller is not a route, the current route does not change. */
    public final void backInRoute(int feeder) {
        if (feeder != RouteNumbers.NONE) {
            route = (char) feeder;
        }
    }

    /** The exchange moves to another route of its context. */
    final void goIntoRoute(int number) {
        if (route != RouteNumbers.NONE) { // else its current route belongs to another context
            route = (char) number;
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
        Object id = exchangeId;
        return id instanceof String text ? text : makeId(id);
    }

    private String makeId(@Nullable Object id) {
        String made = id instanceof LateId late ? late.text(ids()) : ids().generateUuid();
        exchangeId = made;
        return made;
    }

    /** Sets the correlation id to the id of the exchange of which this is a copy. */
    public final void correlateWith(AbstractExchange original) {
        setRawCorrelationId(original.lateId());
    }

    @Override
    public final void shareIdOf(Exchange original) {
        checkUsable();
        exchangeId = ((AbstractExchange) original).lateId();
    }

    private Object lateId() {
        checkUsable();
        Object id = exchangeId;
        if (id == null) {
            id = new LateId();
            exchangeId = id;
        }
        return id;
    }

    /** The id for an error message. If the generator of ids fails, a text that says so. */
    @SuppressWarnings("CatchingUnchecked")
    public final String exchangeIdOrWhy() {
        try {
            return getExchangeId();
        } catch (Throwable e) {
            return "without an id, because the generator of ids failed";
        }
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
        if (throwable == null || throwable != exception) {
            flags &= ~Flags.FAILURE_PLACED; // it is the place of the former failure
        }
        exception = throwable == null || throwable instanceof Exception ? (Exception) throwable : failure(throwable);
    }

    /**
     * The last resort for an exception that was thrown while a failure was handled: the exchange fails for good. Never
     * throws as long as there is room on the stack.
     *
     * @return the position after the last step
     */
    public final int giveUp(Throwable thrown) {
        if (flags < 0) { // the exchange was released
            Log.warn(AbstractExchange.class, "An exchange was released while a route was still using it", thrown);
            return Resumable.END;
        }
        Exception before = exception;
        exception = thrown instanceof Exception failure ? failure : briefFailure(thrown);
        flags = (flags & ~Flags.OF_FAILURE) | Flags.REDELIVERY_EXHAUSTED;
        if (before != null) {
            Suppressed.add(exception, before);
        }
        return Resumable.END;
    }

    /** Never throws: while a failure is handled, nobody would handle the next one. */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full, or a class that it needs could not be initialized
    private Exception failure(Throwable error) {
        try {
            return new RoutingExecutionException(
                    "Exchange " + exchangeIdOrWhy() + " failed with an error: " + SafeText.of(error, 1000),
                    this,
                    error);
        } catch (Throwable e) {
            return briefFailure(error);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private Exception briefFailure(Throwable thrown) {
        try {
            return new RoutingExecutionException("An exchange failed with an error", this, thrown);
        } catch (Throwable e) {
            return NO_ROOM;
        }
    }

    /**
     * The route of this exchange has thrown where it should have returned: if a step had suspended the exchange, it is
     * not suspended any more.
     */
    public final void endSuspension() {
        if (work != null && work.continuation != null) {
            work.continuation.end();
        }
    }

    /** A failure was handled, and the route continues. This also clears a request to stop the route. */
    public final void goOnAfterFailure() {
        checkUsable();
        exception = null;
        flags &= ~Flags.OF_FAILURE;
    }

    /** Whether the route must decide how to continue: after a failure, a handled failure, or a request to stop. */
    public final boolean isTroubled() {
        return exception != null || (flags & Flags.ENDS_ROUTE) != 0;
    }

    /** Whether the routes of this exchange end here without a failure. */
    public final boolean endsRoute() {
        return (flags & Flags.ENDS_ROUTE) != 0;
    }

    // ---- copy and release

    /** Copies everything except the id and the unit of work into a new copy. */
    final void copyJourneyFrom(AbstractExchange that) {
        copyContentFrom(that);
        exception = that.exception;
        route = that.route;
    }

    /** Turns a copy into a new one-way message without any history. */
    public final void beginAnew() {
        exception = null;
        flags &= ~Flags.HISTORY;
        setCorrelationId(null);
    }

    /** Takes over failure and flags. If there is no failure, the redelivery is not exhausted either. */
    final void takeFlagsAndFailure(AbstractExchange that) {
        exception = that.exception;
        int outcome = that.flags & Flags.OUTCOME;
        if (exception == null && !that.endsRoute()) {
            outcome &= ~Flags.REDELIVERY_EXHAUSTED;
        }
        flags = (flags & ~(Flags.OUTCOME | Flags.FAILURE_PLACED)) | outcome;
    }

    public final boolean isPooled() {
        return slot != null;
    }

    /** Prepares a pooled exchange for its next use. */
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
        route = RouteNumbers.NONE;
    }

    // ---- copy

    @Override
    public AbstractExchange copy() {
        AbstractExchange copy = another(origin(), getCreated());
        copy.copyStateFrom(this);
        return copy;
    }

    /** Creates a new exchange of the only concrete class. */
    protected abstract AbstractExchange another(Origin origin, long created);

    public void copyStateFrom(AbstractExchange that) {
        copyJourneyFrom(that);
        String messageId = that.ownMessageId();
        if (messageId != null) {
            setMessageId(messageId);
        }
    }

    /**
     * Takes over everything from an exchange that was made from this one: message, properties, failure, and whether the
     * route ends.
     */
    public void become(AbstractExchange that) {
        Object correlationId = rawCorrelationId(); // the correlation id of the other is the id of its parent
        copyFrom(that);
        takeProperties(that);
        takeOutcome(that);
        if (LateId.areSame(that.rawCorrelationId(), exchangeId)) {
            setRawCorrelationId(correlationId);
        }
    }

    /**
     * Fails again with a former failure. The outcome of the steps in between does not count; their failure is added as
     * suppressed.
     *
     * @param place where the failure happened, if it was noted
     */
    public void failAgain(Exception failure, @Nullable Place place) {
        Exception second = getException();
        goOnAfterFailure();
        setException(failure);
        if (second != null) {
            Suppressed.add(failure, second);
        }
        if (place != null) {
            place.noteIn(this);
        }
    }

    /**
     * Takes over the outcome of an exchange that was made from this one: the failure, its place, and whether the route
     * ends.
     */
    public void takeOutcome(AbstractExchange that) {
        takeFlagsAndFailure(that);
        Place place = getException() == null ? null : Place.of(that);
        if (place != null) {
            place.noteIn(this);
        }
    }

    // ---- message id: usually the id of the exchange

    @Override
    public String getMessageId() {
        String own = ownMessageId();
        return own != null ? own : getExchangeId();
    }

    @Nullable
    String ownMessageId() {
        checkUsable();
        return work == null ? null : work.messageId;
    }

    @Override
    public void setMessageId(@Nullable String messageId) {
        checkUsable();
        if (messageId != null || work != null) {
            work().messageId = messageId;
        }
    }

    // ---- unit of work

    @Override
    public UnitOfWork getUnitOfWork() {
        return work().asUnitOfWork();
    }

    private DefaultUnitOfWork work() {
        checkUsable();
        DefaultUnitOfWork mine = work;
        if (mine == null) {
            mine = new DefaultUnitOfWork(this);
            work = mine;
        }
        return mine;
    }

    /** Where this exchange continues after a suspension. Created on the first call. */
    public Continuation continuation() {
        DefaultUnitOfWork mine = work();
        Continuation continuation = mine.continuation;
        if (continuation == null) {
            continuation = new Continuation(this);
            mine.continuation = continuation;
        }
        return continuation;
    }

    /**
     * Whether the exchange can be handed over: no sender waits for it, and its route was not called by another route.
     */
    public boolean mayBeHandedOver() {
        return (flags & (Flags.LEFT_TO_ROUTE | Flags.IN_OUT | Flags.CALLS)) == Flags.LEFT_TO_ROUTE
                && (work == null || work.continuation == null || work.continuation.isBase());
    }

    // ---- failures being handled

    /** The innermost failure that is being handled; null if there is none. */
    public @Nullable FailureInHand handling() {
        return work == null ? null : work.handling;
    }

    public void setHandling(@Nullable FailureInHand handling) {
        if (handling != null || work != null) {
            work().handling = handling;
        }
    }

    /**
     * For a copy that is made by the steps of an error handler: a failure of the copy came from this handler. Without
     * this, a handler whose steps call the failing route would be called without end.
     */
    public void shareHandling(AbstractExchange original) {
        FailureInHand inHand = original.handling();
        if (inHand != null) {
            work().handling = inHand;
        }
    }

    // ---- nested calls

    /** Counts a call to a route; false if too many calls are nested. */
    public boolean enterCall(int number) {
        boolean room = (flags & Flags.CALLS) != Flags.CALLS;
        if (room) {
            flags += Flags.CALL;
            goIntoRoute(number);
        }
        return room;
    }

    /** Returns from a call to the route with this number. */
    public void leaveCall(int number) {
        goIntoRoute(number);
        if ((flags & Flags.CALLS) != 0) { // 0 if the exchange was passed to another route meanwhile
            flags -= Flags.CALL;
        }
    }

    /** The exchange enters a route, and no caller waits for its end. */
    public void leaveAllCalls() {
        flags &= ~Flags.CALLS;
    }

    /** The exchange leaves its unit of work. The message that enters the next route is the original message there. */
    public void forgetOriginalMessage() {
        if (work != null) {
            work.setOriginalInMessage(null);
        }
    }

    /** The number of nested routes. */
    int depth() {
        return route() == RouteNumbers.NONE ? 0 : 1 + (flags & Flags.CALLS) / Flags.CALL;
    }

    /** The current route; null if it is not in a route of its context. */
    @Nullable
    Route currentRoute() {
        return origin().context.getRoutingContextExtension() instanceof OriginSource services
                ? services.routeNumbers.find(route())
                : null;
    }

    /** Ends the exchange: runs the completions that have not run yet. */
    public void end() {
        if (work != null) {
            work.done();
        }
    }

    @Override
    public boolean hasUnitOfWork() {
        checkUsable();
        return work != null;
    }

    @Override
    public void addOnCompletion(Synchronization onCompletion) {
        work().addSynchronization(onCompletion);
    }

    @Override
    public boolean containsOnCompletion(Synchronization onCompletion) {
        return hasUnitOfWork() && work().containsSynchronization(onCompletion);
    }

    @Override
    public boolean allowsHandover() {
        return !hasUnitOfWork() || work().allowsHandover();
    }

    @Override
    public void handoverCompletions(Exchange target) {
        if (hasUnitOfWork()) {
            work().handoverSynchronization(target);
        }
    }

    @Override
    public List<Synchronization> handoverCompletions() {
        return hasUnitOfWork() ? work().takeForHandover() : List.of();
    }

    // ---- release

    /** Whether completions are running now; also works on a released exchange. */
    boolean isEnding() {
        return (flags & (Flags.WORK_ENDING | Flags.WORK_DONE)) == Flags.WORK_ENDING;
    }

    @Override
    ExchangeReleasedException released() {
        PoolSlot mine = slot;
        return mine == null
                ? new ExchangeReleasedException("This exchange was released to its pool", null)
                : mine.usedAfterRelease();
    }

    /** Clears the exchange, so that nothing of this message reaches the next one. */
    void reset(Origin nowhere) {
        resetJourney(nowhere);
        work = null;
    }

    /** Describes the exchange for logs, without the text of the body. */
    @Override
    public String toString() {
        if (flags < 0) {
            return "Exchange[released]";
        }
        Object body = getBody();
        return "Exchange[" + exchangeIdOrWhy() + ", " + getPattern() + ", body: "
                + (body == null ? "null" : body.getClass().getTypeName()) + "]";
    }
}
