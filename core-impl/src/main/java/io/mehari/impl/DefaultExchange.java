package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.RoutingContext;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one concrete exchange: message, journey, extension and the state of the unit of work in one object of 80 bytes.
 * What it lacks is made when first needed: header and property arrays by the first write, the id by the first read, a
 * unit of work by whoever asks for one.
 */
public final class DefaultExchange extends JourneyPart {
    /*
     * The chain of classes: Message, Exchange and ExchangeExtension name the operations; MessagePart, PropertyPart
     * and JourneyPart hold the fields; this class makes, copies and ends exchanges. There is no interface in the chain and no second
     * concrete class, so that every cast is a load and a compare and every call has one target.
     */
    private @Nullable DefaultUnitOfWork work;
    final @Nullable PoolSlot slot;

    /** A new exchange that comes from plain code. */
    public DefaultExchange(RoutingContext context) {
        this(context, ExchangePattern.InOnly);
    }

    public DefaultExchange(RoutingContext context, ExchangePattern pattern) {
        this(new Origin(context, null, null), now(context), pattern, null);
    }

    /** A new exchange that comes from an endpoint. */
    public DefaultExchange(Endpoint fromEndpoint) {
        this(
                new Origin(fromEndpoint.getContext(), fromEndpoint, null),
                now(fromEndpoint.getContext()),
                fromEndpoint.getExchangePattern(),
                null);
    }

    DefaultExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
        super(origin, created);
        this.slot = slot;
        if (pattern == ExchangePattern.InOut) {
            flags = Flags.IN_OUT;
        }
    }

    static long now(RoutingContext context) {
        return context.getRoutingContextExtension().getClock().millis();
    }

    // ---- copy

    @Override
    public DefaultExchange copy() {
        DefaultExchange copy = new DefaultExchange(origin(), getCreated(), ExchangePattern.InOnly, null);
        copy.copyStateFrom(this);
        return copy;
    }

    void copyStateFrom(DefaultExchange that) {
        copyJourneyFrom(that);
        String messageId = that.ownMessageId();
        if (messageId != null) {
            setMessageId(messageId);
        }
    }

    /** Becomes what an exchange that came of it is: message, properties, failure, and whether the route ends. */
    void become(DefaultExchange that) {
        copyFrom(that);
        takeProperties(that);
        takeOutcome(that);
    }

    // ---- message id: an exchange rarely has one that is not its own id

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
        return work();
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

    /** Where this exchange goes on when it was suspended. Made when first asked for. */
    Continuation continuation() {
        DefaultUnitOfWork mine = work();
        Continuation continuation = mine.continuation;
        if (continuation == null) {
            continuation = new Continuation(this);
            mine.continuation = continuation;
        }
        return continuation;
    }

    /** Whether nobody needs it behind the end of the route it is in: no sender, and no other route that called. */
    boolean mayBeHandedOver() {
        return (flags & (Flags.LEFT_TO_ROUTE | Flags.IN_OUT | Flags.CALLS)) == Flags.LEFT_TO_ROUTE
                && (work == null || work.continuation == null || work.continuation.isBase());
    }

    // ---- nested calls

    /** Counts a call into another route; false when there are too many for the stack. */
    boolean enterCall() {
        boolean room = (flags & Flags.CALLS) != Flags.CALLS;
        if (room) {
            flags += Flags.CALL;
        }
        return room;
    }

    void leaveCall() {
        flags -= Flags.CALL;
    }

    /** At the base of a fresh stack. */
    void leaveAllCalls() {
        flags &= ~Flags.CALLS;
    }

    /** The end of its journey: runs the completions, if there are any. */
    void end() {
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
    public void handoverCompletions(Exchange target) {
        if (hasUnitOfWork()) {
            work().handoverSynchronization(target);
        }
    }

    @Override
    public List<Synchronization> handoverCompletions() {
        return hasUnitOfWork() ? work().takeForHandover() : List.of();
    }

    // ---- end

    /** Whether its completions are being run at this moment; asked also of an exchange that is released. */
    boolean isEnding() {
        return (flags & (Flags.WORK_ENDING | Flags.WORK_DONE)) == Flags.WORK_ENDING;
    }

    /** Runs the completions that nobody has run: whoever gives an exchange back must not lose them. */
    void endWork() {
        if (work != null) {
            work.done();
        }
    }

    @Override
    ExchangeReleasedException released() {
        PoolSlot mine = slot;
        return mine == null
                ? new ExchangeReleasedException("This exchange was given back to its pool", null)
                : mine.usedAfterRelease();
    }

    /** For the pool: nothing of this message may reach the next. */
    void reset(Origin nowhere) {
        resetJourney(nowhere);
        work = null;
    }

    /** For people: what it is and what it carries, without the body's text. */
    @Override
    public String toString() {
        if (flags < 0) {
            return "Exchange[released]";
        }
        Object body = getBody();
        return "Exchange[" + getExchangeId() + ", " + getPattern() + ", body: "
                + (body == null ? "null" : body.getClass().getTypeName()) + "]";
    }
}
