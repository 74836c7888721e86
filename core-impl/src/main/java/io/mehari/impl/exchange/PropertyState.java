package io.mehari.impl.exchange;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.collect.FlatMap;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.UuidGenerator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The properties of an exchange, in a map or as fields ("facts"), its ids, and where it comes from. */
abstract class PropertyState extends MessageState {
    /*
     * Facts, which the engine writes for every part of a split, are fields. A fact is stored as its value + 1, so that
     * 0, the initial value of a field, means absent.
     */
    static final List<String> FACTS = List.of(
            Exchange.SPLIT_INDEX,
            Exchange.SPLIT_SIZE,
            Exchange.SPLIT_COMPLETE,
            Exchange.LOOP_INDEX,
            Exchange.CORRELATION_ID,
            Exchange.REDELIVERY_COUNTER);
    private static final int SHORTEST_FACT = 15;
    private static final int MOST_REDELIVERIES = Character.MAX_VALUE - 1;

    private Origin origin;
    private long created;

    @Nullable
    Object exchangeId; // a text, or a LateId

    @Nullable
    Object correlationId; // the same

    private int splitIndex;
    private int splitSize;
    private int loopIndex;
    private char redeliveryCounter;
    private char route;

    PropertyState(Origin origin, long created) {
        this.origin = origin;
        this.created = created;
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

    /** Sets the correlation id to the id of the exchange that this is a copy of. */
    public final void correlateWith(PropertyState original) {
        checkUsable();
        correlationId = original.lateId();
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

    // ---- properties

    @Override
    public final @Nullable Object getProperty(String name) {
        int position = find(false, name);
        if (position >= 0) {
            return Slots.valueAt(storage(false), position);
        }
        return mayBeFact(name) ? getFact(name) : null;
    }

    @Override
    public final void setProperty(String name, @Nullable Object value) {
        int position = find(false, name);
        if (position >= 0) {
            setAt(false, position, value);
        } else if (!mayBeFact(name) || !setFact(name, value)) {
            append(false, name, value);
        }
    }

    @Override
    public final @Nullable Object removeProperty(String name) {
        int position = find(false, name);
        if (position >= 0) {
            return takeAt(false, position);
        }
        Object value = mayBeFact(name) ? getFact(name) : null;
        if (value != null) {
            setFact(name, null);
        }
        return value;
    }

    @Override
    public final boolean removeProperties(String pattern, String... excludePatterns) {
        return removeMatching(getProperties(), pattern, excludePatterns);
    }

    @Override
    public final boolean hasProperties() {
        checkUsable();
        return !Slots.isEmpty(storage(false));
    }

    @Override
    public final Map<String, @Nullable Object> getProperties() {
        checkUsable();
        return new EntriesView.Properties(this);
    }

    @Override
    public final Map<String, @Nullable Object> getAllProperties() {
        Map<String, @Nullable Object> all = new FlatMap<>(getProperties());
        for (String name : FACTS) {
            Object value = getFact(name);
            if (value != null) {
                all.put(name, value);
            }
        }
        return all;
    }

    // ---- facts

    /** Whether it may be the name of a fact. False for nearly every other name, after two comparisons. */
    private static boolean mayBeFact(String name) {
        return name.length() >= SHORTEST_FACT && name.charAt(0) == 'M';
    }

    static boolean isFact(String name) {
        return mayBeFact(name) && FACTS.contains(name);
    }

    /** The value of a fact; null if it is absent, or if this is no fact. */
    private @Nullable Object getFact(String name) {
        return switch (name) {
            case Exchange.SPLIT_INDEX -> boxed(splitIndex);
            case Exchange.SPLIT_SIZE -> boxed(splitSize);
            case Exchange.SPLIT_COMPLETE -> is(Flags.SPLIT_COMPLETE_KNOWN) ? (Boolean) isSplitComplete() : null;
            case Exchange.LOOP_INDEX -> boxed(loopIndex);
            case Exchange.REDELIVERY_COUNTER -> boxed(redeliveryCounter);
            case Exchange.CORRELATION_ID -> getCorrelationId();
            default -> null;
        };
    }

    private static @Nullable Integer boxed(int stored) {
        return stored == 0 ? null : stored - 1;
    }

    /** Sets a fact; false if this is no fact. */
    private boolean setFact(String name, @Nullable Object value) {
        switch (name) {
            case Exchange.SPLIT_INDEX -> splitIndex = stored(name, value);
            case Exchange.SPLIT_SIZE -> splitSize = stored(name, value);
            case Exchange.SPLIT_COMPLETE ->
                setSplitComplete(value != null, value != null && factValue(name, value, Boolean.class));
            case Exchange.LOOP_INDEX -> loopIndex = stored(name, value);
            case Exchange.REDELIVERY_COUNTER -> redeliveryCounter = counted(stored(name, value) - 1);
            case Exchange.CORRELATION_ID -> correlationId = value == null ? null : factValue(name, value, String.class);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void setSplitComplete(boolean known, boolean complete) {
        int others = flags & ~(Flags.SPLIT_COMPLETE_KNOWN | Flags.SPLIT_COMPLETE);
        flags = others | (known ? Flags.SPLIT_COMPLETE_KNOWN : 0) | (complete ? Flags.SPLIT_COMPLETE : 0);
    }

    private int stored(String name, @Nullable Object value) {
        return value == null ? 0 : factValue(name, value, Integer.class) + 1;
    }

    private <T> T factValue(String name, Object value, Class<T> type) {
        T converted = type.isInstance(value)
                ? type.cast(value)
                : getContext().getTypeConverter().tryConvertTo(type, this, value);
        if (converted == null) {
            throw new IllegalArgumentException("Property " + name + " takes a " + type.getSimpleName() + ", not a "
                    + value.getClass().getTypeName());
        }
        return converted;
    }

    @Override
    public final int getSplitIndex() {
        checkUsable();
        return splitIndex - 1;
    }

    @Override
    public final int getSplitSize() {
        checkUsable();
        return splitSize - 1;
    }

    @Override
    public final boolean isSplitComplete() {
        return is(Flags.SPLIT_COMPLETE);
    }

    @Override
    public final void setSplit(int index, int size, boolean complete) {
        checkUsable();
        splitIndex = index + 1;
        splitSize = size + 1;
        setSplitComplete(true, complete);
    }

    public final int getLoopIndex() {
        checkUsable();
        return loopIndex - 1;
    }

    public final void setLoopIndex(int loopIndex) {
        checkUsable();
        this.loopIndex = loopIndex + 1;
    }

    public final int getRedeliveryCounter() {
        checkUsable();
        return redeliveryCounter - 1;
    }

    public final void setRedeliveryCounter(int redeliveryCounter) {
        checkUsable();
        this.redeliveryCounter = counted(redeliveryCounter);
    }

    /** Limits the counter, which has two bytes; the number of redeliveries does not depend on it. */
    private static char counted(int redeliveries) {
        return (char) (Math.max(-1, Math.min(redeliveries, MOST_REDELIVERIES)) + 1);
    }

    public final @Nullable String getCorrelationId() {
        checkUsable();
        Object id = correlationId;
        return id instanceof LateId late ? late.text(ids()) : (String) id;
    }

    final UuidGenerator ids() {
        return getContext().getRoutingContextExtension().getUuidGenerator();
    }

    public final void setCorrelationId(@Nullable String correlationId) {
        checkUsable();
        this.correlationId = correlationId;
    }

    // ---- copy and release

    /** Prepares a pooled exchange for its next use. */
    final void begin(Origin origin, long created) {
        this.origin = origin;
        this.created = created;
    }

    /** Copies message, properties, facts, flags and the current route into a new copy. */
    final void copyContentFrom(PropertyState that) {
        copyMessageFrom(that);
        correlationId = that.correlationId;
        splitIndex = that.splitIndex;
        splitSize = that.splitSize;
        loopIndex = that.loopIndex;
        redeliveryCounter = that.redeliveryCounter;
        route = that.route;
    }

    /** Takes over the properties and facts of an exchange that was made from this one. Those that it lacks stay. */
    final void takeProperties(PropertyState that) {
        if (that == this) {
            return;
        }
        that.checkUsable();
        takeFacts(that);
        Object theirs = that.storage(false);
        if (theirs == null || theirs == storage(false)) {
            return;
        }
        that.markShared();
        shareOrSet(theirs);
    }

    /** Sets each property of a storage that does not change while it is marked as shared. */
    public final void shareOrSet(Object theirs) {
        checkUsable();
        if (storage(false) == null) {
            take(false, theirs);
            return;
        }
        for (int at = Slots.next(theirs, 0); at >= 0; at = Slots.next(theirs, at + 2)) {
            setProperty((String) Slots.keyAt(theirs, at), Slots.valueAt(theirs, at));
        }
    }

    private void takeFacts(PropertyState that) {
        correlationId = that.correlationId != null ? that.correlationId : correlationId;
        splitIndex = that.splitIndex != 0 ? that.splitIndex : splitIndex;
        splitSize = that.splitSize != 0 ? that.splitSize : splitSize;
        loopIndex = that.loopIndex != 0 ? that.loopIndex : loopIndex;
        redeliveryCounter = that.redeliveryCounter != 0 ? that.redeliveryCounter : redeliveryCounter;
        if (that.is(Flags.SPLIT_COMPLETE_KNOWN)) {
            setSplitComplete(true, that.isSplitComplete());
        }
    }

    final void resetContent(Origin nowhere) {
        resetMessage();
        correlationId = null;
        splitIndex = 0;
        splitSize = 0;
        loopIndex = 0;
        redeliveryCounter = 0;
        flags = 0;
        origin = nowhere;
        created = 0;
        exchangeId = null;
        route = RouteNumbers.NONE;
    }
}
