package io.mehari.impl.exchange;

import io.mehari.ExchangePattern;
import io.mehari.ExchangeReleasedException;
import io.mehari.Message;
import io.mehari.NullNameException;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.collect.slots.Slots;
import io.mehari.impl.base.Suppressed;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UuidGenerator;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.SafeText;
import java.io.InputStream;
import java.io.Reader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an exchange, and what the other packages of the engine do with them. Its only subclass, {@link
 * DefaultExchange}, has what users call.
 */
public abstract class AbstractExchange extends ExchangeExtension {
    /*
     * The chain of classes: Message, Exchange and ExchangeExtension declare the operations, this class holds the
     * fields, DefaultExchange has the operations. There is no interface in the chain and no second concrete class. So
     * every cast is one load and one comparison, and every call has one target.
     *
     * Headers and properties are each in a storage of Slots: null, a flat array, or an index. What is done with both
     * has a parameter `folded`, as in Slots: true for headers, whose names ignore case, and false for properties. Every
     * caller passes a constant, so the compiler removes the other branch.
     *
     * The flags HEADERS_SHARED and PROPERTIES_SHARED mean that a copy may use the same storage, so every write goes
     * through own(). A count of changes makes iterators fail fast; it may wrap.
     *
     * Facts, which the engine writes for every part of a split, are fields. A fact is stored as its value + 1, so that
     * 0, the initial value of a field, means absent.
     */
    @SuppressWarnings("StaticAssignmentOfThrowable") // when it is needed there is no room for one
    private static final Exception NO_ROOM = new NoRoom(); // made before the heap is full

    private static final int MOST_REDELIVERIES = Character.MAX_VALUE - 1;

    @Nullable
    Object body;

    @Nullable
    Object headers;

    @Nullable
    Object properties;

    private short headerChanges;
    private short propertyChanges;
    int flags;
    Origin origin;
    long created;

    @Nullable
    Object exchangeId; // a text, or a LateId

    @Nullable
    Object correlationId; // the same

    int splitIndex;
    int splitSize;
    int loopIndex;
    char redeliveryCounter;
    private char route;

    @Nullable
    Exception exception;

    @Nullable
    DefaultUnitOfWork work;

    final @Nullable PoolSlot slot;

    AbstractExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
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

    // ---- flags

    public final boolean is(int flag) {
        return (usable().flags & flag) != 0;
    }

    public final void set(int flag, boolean on) {
        usable();
        flags = on ? flags | flag : flags & ~flag;
    }

    /** Itself. One comparison with a field that is read anyway; throws only in the checked mode of a pool. */
    final AbstractExchange usable() {
        if (flags < 0) {
            throw released();
        }
        return this;
    }

    private ExchangeReleasedException released() {
        return slot == null
                ? new ExchangeReleasedException("This exchange was released to its pool", null)
                : slot.usedAfterRelease();
    }

    public final boolean isFailureHandled() {
        return is(Flags.FAILURE_HANDLED);
    }

    public final void setFailureHandled(boolean failureHandled) {
        set(Flags.FAILURE_HANDLED, failureHandled);
    }

    final void setSplitComplete(boolean known, boolean complete) {
        int others = flags & ~(Flags.SPLIT_COMPLETE_KNOWN | Flags.SPLIT_COMPLETE);
        flags = others | (known ? Flags.SPLIT_COMPLETE_KNOWN : 0) | (complete ? Flags.SPLIT_COMPLETE : 0);
    }

    // ---- a body that is a stream

    static boolean isStream(@Nullable Object body) {
        return body instanceof InputStream || body instanceof Reader;
    }

    public final boolean hasStream() {
        return isStream(usable().body);
    }

    /** The body for a step that may be repeated: a stream is at its beginning, and is kept while it is read. */
    public final @Nullable Object repeatableBody() {
        Object given = body;
        if (given != null && hasStream()) {
            setBody(reread(given));
        }
        return body;
    }

    /** Its sender gets the body: what it is read from is closed with it. */
    public final void leaveBody() {
        if (hasStream()) {
            StreamCache.leave(body);
        }
    }

    /** It is not given to anybody after {@link #leaveBody}. */
    public final void disposeBody() {
        if (hasStream()) {
            StreamCache.dispose(body);
        }
    }

    /** Before a send. If the exchange was sent before, it has a hold on its body, and the result is for endSend. */
    public final @Nullable Object takeBodyBack() {
        if (is(Flags.WORK_DONE)) {
            repeatableBody();
        }
        return hasStream() ? StreamCache.takeBack(body) : null;
    }

    public static void endSend(@Nullable Object taken) {
        if (taken != null) {
            StreamCache.drop(taken);
        }
    }

    /** Another exchange has got this body from one that is released now. */
    public final void holdBody(AbstractExchange holder) {
        if (hasStream()) {
            StreamCache.hold(holder, body);
        }
    }

    /** The body of another exchange, of which this one gets a copy. */
    final @Nullable Object bodyOf(AbstractExchange that) {
        Object theirs = that.usable().body;
        return isStream(theirs) ? StreamCache.shared(that, this) : theirs;
    }

    // ---- headers and properties

    final @Nullable Object storage(boolean folded) {
        return folded ? headers : properties;
    }

    final int changes(boolean folded) {
        return folded ? headerChanges : propertyChanges;
    }

    private static int sharedFlag(boolean folded) {
        return folded ? Flags.HEADERS_SHARED : Flags.PROPERTIES_SHARED;
    }

    private void refer(boolean folded, @Nullable Object storage, boolean shared, int changes) {
        if (folded) {
            headers = storage;
            headerChanges += (short) changes;
        } else {
            properties = storage;
            propertyChanges += (short) changes;
        }
        int flag = sharedFlag(folded);
        flags = shared ? flags | flag : flags & ~flag;
    }

    /** The position of a name; negative if it is absent. Does not allocate a view. */
    final int find(boolean folded, @Nullable String name) {
        return Slots.find(usable().storage(folded), checkName(folded, name), folded);
    }

    static Object checkName(boolean folded, @Nullable String name) {
        if (name == null) {
            throw new NullNameException("The name of a " + (folded ? "header" : "property") + " must not be null");
        }
        return name;
    }

    final void setAt(boolean folded, int position, @Nullable Object value) {
        if (Slots.valueAt(storage(folded), position) != value) { // else nothing changes, and the storage stays shared
            Slots.setAt(own(folded), position, value);
        }
    }

    final void append(boolean folded, String name, @Nullable Object value) {
        boolean shared = is(sharedFlag(folded));
        refer(folded, Slots.append(storage(folded), shared, name, value, folded), false, 1);
    }

    final int removeAt(boolean folded, int position) {
        Object rest = Slots.removeAt(own(folded), position, folded);
        refer(folded, rest, false, 1);
        return Slots.afterRemoval(rest, position);
    }

    /** Removes the entry at a position, and returns its value. */
    final @Nullable Object takeAt(boolean folded, int position) {
        Object value = Slots.valueAt(storage(folded), position);
        removeAt(folded, position);
        return value;
    }

    final void clear(boolean folded) {
        if (is(sharedFlag(folded))) {
            Slots.disown(storage(folded));
        }
        refer(folded, null, false, 1);
    }

    /** The storage, copied if it was shared. Call it only if there is one. */
    private Object own(boolean folded) {
        if (is(sharedFlag(folded))) {
            refer(folded, Slots.own(storage(folded)), false, 0);
        }
        return Objects.requireNonNull(storage(folded));
    }

    /** Refers to a storage after it was counted as shared: if the count fails, nothing has changed. */
    private void share(boolean folded, @Nullable Object theirs) {
        if (theirs != null) {
            Slots.share(theirs);
            refer(folded, theirs, true, 1);
        }
    }

    final void shareHeadersOf(AbstractExchange that) {
        usable();
        if (that == this) {
            return;
        }
        that.usable(); // before the headers of this one are removed
        clear(true);
        if (that.headers != null) {
            that.markShared();
            share(true, that.headers);
        }
    }

    /** Whether this copy has the very properties of its origin: neither has written one since. */
    public final boolean sharesPropertiesWith(AbstractExchange that) {
        return properties == that.properties;
    }

    /** Sets each property of a storage that does not change while it is marked as shared. */
    public final void shareOrSet(Object theirs) {
        if (usable().properties == null) {
            share(false, theirs);
            return;
        }
        for (int at = Slots.next(theirs, 0); at >= 0; at = Slots.next(theirs, at + 2)) {
            setProperty((String) Slots.keyAt(theirs, at), Slots.valueAt(theirs, at));
        }
    }

    // ---- a snapshot, for redelivery

    /** Returns the header storage and marks it as shared, so that it does not change any more. */
    public final @Nullable Object keepHeaders() {
        usable();
        if (headers != null) {
            Slots.share(headers);
            flags |= Flags.HEADERS_SHARED;
        }
        return headers;
    }

    /** Releases a storage from {@link #keepHeaders}. */
    public static void forgetHeaders(@Nullable Object kept) {
        Slots.disown(kept);
    }

    /** Restores body and headers to what they were when the headers were kept. */
    public final void restoreMessage(@Nullable Object formerBody, @Nullable Object kept) {
        setBody(formerBody);
        if (headers != kept) {
            clear(true);
            share(true, kept);
        }
    }

    // ---- identity and origin

    public final Origin origin() {
        return origin;
    }

    public final void setOrigin(Origin origin) {
        this.origin = origin;
    }

    /** The exchange enters a route. Its first route becomes its origin. */
    public final void enterRoute(Origin from, int number) {
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
    public final void returnToRoute(int feeder) {
        if (feeder != RouteNumbers.NONE) {
            route = (char) feeder;
        }
    }

    /** The exchange moves to another route of its context. */
    private void goIntoRoute(int number) {
        if (route != RouteNumbers.NONE) { // else its current route belongs to another context
            route = (char) number;
        }
    }

    /** The current route; null if it is not in a route of its context. */
    final @Nullable Route currentRoute() {
        return origin.context.getRoutingContextExtension() instanceof OriginSource services
                ? services.routeNumbers.find(route)
                : null;
    }

    final UuidGenerator ids() {
        return getContext().getRoutingContextExtension().getUuidGenerator();
    }

    /** The id for an error message. If the generator of ids fails, a text that says so. */
    public final String exchangeIdOrWhy() {
        try {
            return getExchangeId();
        } catch (Throwable e) {
            return "without an id, because the generator of ids failed";
        }
    }

    public final @Nullable String getCorrelationId() {
        Object id = usable().correlationId;
        return id instanceof LateId late ? late.text(ids()) : (String) id;
    }

    public final void setCorrelationId(@Nullable String correlationId) {
        usable().correlationId = correlationId;
    }

    /** Sets the correlation id to the id of the exchange that this is a copy of. */
    public final void correlateWith(AbstractExchange original) {
        usable();
        if (original.usable().exchangeId == null) {
            original.exchangeId = new LateId();
        }
        correlationId = original.exchangeId;
    }

    /** Null unless it is another one than that of the exchange. */
    final @Nullable String ownMessageId() {
        DefaultUnitOfWork known = usable().work;
        return known == null ? null : known.messageId;
    }

    public final int getLoopIndex() {
        return usable().loopIndex - 1;
    }

    public final void setLoopIndex(int loopIndex) {
        usable().loopIndex = loopIndex + 1;
    }

    public final int getRedeliveryCounter() {
        return usable().redeliveryCounter - 1;
    }

    /** Limits the counter, which has two bytes; the number of redeliveries does not depend on it. */
    public final void setRedeliveryCounter(int redeliveryCounter) {
        usable().redeliveryCounter = (char) (Math.max(-1, Math.min(redeliveryCounter, MOST_REDELIVERIES)) + 1);
    }

    // ---- failure

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
        exception = thrown instanceof Exception failure ? failure : failure(thrown);
        flags = (flags & ~Flags.OF_FAILURE) | Flags.REDELIVERY_EXHAUSTED;
        if (before != null) {
            Suppressed.add(exception, before);
        }
        return Resumable.END;
    }

    /** Never throws: while a failure is handled, nobody would handle the next one. */
    final Exception failure(Throwable error) {
        try {
            return new RoutingExecutionException(
                    "Exchange " + exchangeIdOrWhy() + " failed with an error: " + SafeText.of(error, 1000),
                    this,
                    error);
        } catch (Throwable e) {
            return NO_ROOM;
        }
    }

    /** A failure was handled, and the route continues. This also clears a request to stop the route. */
    public final void goOnAfterFailure() {
        usable().exception = null;
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

    /** The failure that an error handler has in hand while its steps run, the innermost one; null if there is none. */
    public final @Nullable Held handling() {
        return work == null ? null : work.handling;
    }

    /**
     * A copy that the steps of an error handler make gets that of its original: its failures come from this handler.
     * Else a handler whose steps call the failing route would be called without end.
     */
    public final void setHandling(@Nullable Held handling) {
        if (handling != null || work != null) {
            work().handling = handling;
        }
    }

    // ---- nested calls

    /** Counts a call to a route; false if too many calls are nested. */
    public final boolean enterCall(int number) {
        boolean room = (flags & Flags.CALLS) != Flags.CALLS;
        if (room) {
            flags += Flags.CALL;
            goIntoRoute(number);
        }
        return room;
    }

    /** Returns from a call to the route with this number. */
    public final void leaveCall(int number) {
        goIntoRoute(number);
        if ((flags & Flags.CALLS) != 0) { // 0 if the exchange was passed to another route meanwhile
            flags -= Flags.CALL;
        }
    }

    /** Whether its route was called by another route, which counts it. */
    public final boolean isCalled() {
        return (flags & Flags.CALLS) != 0;
    }

    /** The exchange enters a route, and no caller waits for its end. */
    public final void leaveAllCalls() {
        flags &= ~Flags.CALLS;
    }

    // ---- unit of work

    final DefaultUnitOfWork work() {
        DefaultUnitOfWork known = usable().work;
        if (known == null) {
            known = new DefaultUnitOfWork(this);
            work = known;
        }
        return known;
    }

    /** Where this exchange continues after a suspension. Created on the first call. */
    public final Continuation continuation() {
        DefaultUnitOfWork unit = work();
        Continuation continuation = unit.continuation;
        if (continuation == null) {
            continuation = new Continuation(this);
            unit.continuation = continuation;
        }
        return continuation;
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

    /**
     * Whether the exchange can be handed over: no sender waits for it, and its route was not called by another route.
     */
    public final boolean mayBeHandedOver() {
        return (flags & (Flags.LEFT_TO_ROUTE | Flags.IN_OUT | Flags.CALLS)) == Flags.LEFT_TO_ROUTE
                && (work == null || work.continuation == null || work.continuation.isBase());
    }

    /** The message as it entered its first route; null if nothing asks to keep it. */
    public final @Nullable Message originalMessage() {
        return work == null ? null : work.original;
    }

    /** Null when the exchange leaves its unit of work: the message in the next route is the original message there. */
    public final void setOriginalMessage(@Nullable Message original) {
        if (original != null || work != null) {
            work().original = original;
        }
    }

    public final boolean containsOnCompletion(Synchronization onCompletion) {
        return hasUnitOfWork() && work().containsSynchronization(onCompletion);
    }

    /** Ends the exchange: runs the completions that have not run yet. */
    public final void end() {
        if (work != null) {
            work.done();
        }
    }

    /** Whether completions are running now; also works on a released exchange. */
    final boolean isEnding() {
        return (flags & (Flags.WORK_ENDING | Flags.WORK_DONE)) == Flags.WORK_ENDING;
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

    // ---- copy, take, clear: what each does with a field is said in ExchangeFieldsTest

    @Override
    public final AbstractExchange copy() {
        AbstractExchange copy = new DefaultExchange(origin, getCreated(), ExchangePattern.InOnly, null);
        copy.copyStateFrom(this);
        return copy;
    }

    /**
     * Marks headers and properties as shared, and returns the flags after that. Several threads may do this at once, to
     * copy the exchange. They all write the same value, and no other thread writes meanwhile. So a thread that shares
     * only the headers marks the properties too: if it wrote another value, it could undo what another thread has
     * marked. The flags are read once, because a second plain read may see an older value.
     */
    private int markShared() {
        int shared = (headers == null ? 0 : Flags.HEADERS_SHARED) | (properties == null ? 0 : Flags.PROPERTIES_SHARED);
        int seen = flags;
        if ((seen & shared) != shared) {
            flags = seen | shared;
        }
        return seen | shared;
    }

    /** Turns a new exchange into a copy. */
    final void copyStateFrom(AbstractExchange that) {
        that.usable();
        flags = that.markShared() & Flags.COPIED;
        body = bodyOf(that);
        Slots.share(that.headers); // first: if it fails, this copy does not refer to a storage that was not counted
        headers = that.headers;
        Slots.share(that.properties);
        properties = that.properties;
        correlationId = that.correlationId;
        splitIndex = that.splitIndex;
        splitSize = that.splitSize;
        loopIndex = that.loopIndex;
        redeliveryCounter = that.redeliveryCounter;
        route = that.route;
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

    /**
     * Takes over everything from an exchange that was made from this one: message, properties, facts, failure, and
     * whether the route ends. Properties and facts that the other lacks stay. If there is no failure, the redelivery is
     * not exhausted either.
     */
    public final void takeResultOf(AbstractExchange that) {
        copyFrom(that);
        if (that.correlationId != null && !LateId.areSame(that.correlationId, exchangeId)) { // else that of a child
            correlationId = that.correlationId;
        }
        splitIndex = that.splitIndex != 0 ? that.splitIndex : splitIndex;
        splitSize = that.splitSize != 0 ? that.splitSize : splitSize;
        loopIndex = that.loopIndex != 0 ? that.loopIndex : loopIndex;
        redeliveryCounter = that.redeliveryCounter != 0 ? that.redeliveryCounter : redeliveryCounter;
        if (that.is(Flags.SPLIT_COMPLETE_KNOWN)) {
            setSplitComplete(true, that.is(Flags.SPLIT_COMPLETE));
        }
        if (that.properties != null && that.properties != properties) {
            that.markShared();
            shareOrSet(that.properties);
        }
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

    /** Prepares a pooled exchange for its next use. */
    final void begin(Origin origin, long created) {
        this.origin = origin;
        this.created = created;
    }

    /** Clears a pooled exchange, so that nothing of this message reaches the next one. */
    final void reset(Origin nowhere) {
        body = null;
        clear(true);
        clear(false);
        begin(nowhere, 0);
        exchangeId = null;
        correlationId = null;
        splitIndex = 0;
        splitSize = 0;
        loopIndex = 0;
        redeliveryCounter = 0;
        route = RouteNumbers.NONE;
        flags = 0;
        exception = null;
        work = null;
    }
}
