package io.mehari.impl.exchange;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.Route;
import io.mehari.RoutingExecutionException;
import io.mehari.impl.base.Suppressed;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an exchange: message, properties, origin, failure and unit of work. Its only subclass is {@link
 * DefaultExchange}. Public methods that are not in {@link io.mehari.Exchange} are for other packages of the engine, not
 * for users.
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

    private @Nullable Exception exception;
    private @Nullable DefaultUnitOfWork work;
    final @Nullable PoolSlot slot;

    protected AbstractExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
        super(origin, created);
        this.slot = slot;
        if (pattern == ExchangePattern.InOut) {
            flags = Flags.IN_OUT;
        }
    }

    // ---- pattern

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

    /** Turns a copy into a new one-way message without any history. */
    public final void clearHistory() {
        exception = null;
        flags &= ~Flags.HISTORY;
        setCorrelationId(null);
    }

    /** Whether who only reads a copy without any history would read the same in this exchange. */
    public final boolean readsLikeACopy() {
        return getException() == null && !hasStream();
    }

    public final boolean isPooled() {
        return slot != null;
    }

    @Override
    public final boolean release() {
        if (slot == null) {
            end();
            return false;
        }
        return slot.pool.release(slot);
    }

    @Override
    public final AbstractExchange copy() {
        AbstractExchange copy = new DefaultExchange(origin(), getCreated(), ExchangePattern.InOnly, null);
        copy.copyStateFrom(this);
        return copy;
    }

    public void copyStateFrom(AbstractExchange that) {
        copyContentFrom(that);
        exception = that.exception;
        String messageId = that.ownMessageId();
        if (messageId != null) {
            setMessageId(messageId);
        }
    }

    /** Turns a copy into a message of its own: it has neither failed nor ended its routes. */
    final void startOver(ExchangePattern pattern) {
        exception = null;
        flags &= ~(Flags.OUTCOME | Flags.FAILURE_PLACED);
        setPattern(pattern);
    }

    /**
     * Takes over everything from an exchange that was made from this one: message, properties, failure, and whether the
     * route ends.
     */
    public void takeResultOf(AbstractExchange that) {
        Object before = correlationId; // the correlation id of the other is the id of its parent
        copyFrom(that);
        takeProperties(that);
        takeOutcome(that);
        if (LateId.areSame(that.correlationId, exchangeId)) {
            correlationId = before;
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
     * ends. If there is no failure, the redelivery is not exhausted either.
     */
    public void takeOutcome(AbstractExchange that) {
        exception = that.exception;
        int outcome = that.flags & Flags.OUTCOME;
        if (exception == null && !that.endsRoute()) {
            outcome &= ~Flags.REDELIVERY_EXHAUSTED;
        }
        flags = (flags & ~(Flags.OUTCOME | Flags.FAILURE_PLACED)) | outcome;
        Place place = exception == null ? null : Place.of(that);
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
        DefaultUnitOfWork known = work;
        if (known == null) {
            known = new DefaultUnitOfWork(this);
            work = known;
        }
        return known;
    }

    /** Where this exchange continues after a suspension. Created on the first call. */
    public Continuation continuation() {
        DefaultUnitOfWork unit = work();
        Continuation continuation = unit.continuation;
        if (continuation == null) {
            continuation = new Continuation(this);
            unit.continuation = continuation;
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

    /** Whether its route was called by another route, which counts it. */
    public boolean isCalled() {
        return (flags & Flags.CALLS) != 0;
    }

    /** The exchange enters a route, and no caller waits for its end. */
    public void leaveAllCalls() {
        flags &= ~Flags.CALLS;
    }

    /** The message as it entered its first route; null if nothing asks to keep it. */
    public final @Nullable Message originalMessage() {
        return work == null ? null : work.getOriginalInMessage();
    }

    /** Null when the exchange leaves its unit of work: the message in the next route is the original message there. */
    public final void setOriginalMessage(@Nullable Message original) {
        if (original != null || work != null) {
            work().setOriginalInMessage(original);
        }
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

    void addStream(StreamCache stream) {
        work().addStream(stream);
    }

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
        return slot == null
                ? new ExchangeReleasedException("This exchange was released to its pool", null)
                : slot.usedAfterRelease();
    }

    /** Clears the exchange, so that nothing of this message reaches the next one. */
    void reset(Origin nowhere) {
        resetContent(nowhere);
        exception = null;
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
