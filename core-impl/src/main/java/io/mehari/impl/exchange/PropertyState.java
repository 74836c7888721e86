package io.mehari.impl.exchange;

import io.mehari.NullNameException;
import io.mehari.collect.FlatMap;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.UuidGenerator;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The properties of an exchange: those in the map, and those that the engine keeps as fields ("facts"). */
abstract class PropertyState extends MessageState {
    private static final int MOST_REDELIVERIES = Character.MAX_VALUE - 1;

    /*
     * Properties are in a storage of Slots, as headers are. Facts, which the engine writes for every part of a split,
     * are fields. A fact is stored as its value + 1, so that 0, the initial value of a field, means absent.
     */
    private @Nullable Object properties;
    private @Nullable Object correlationId; // a text, or a LateId
    private int splitIndex;
    private int splitSize;
    private int loopIndex;
    private char redeliveryCounter;
    private short propertyChanges;

    // ---- properties

    final @Nullable Object propertyStorage() {
        return properties;
    }

    final int propertyChanges() {
        return propertyChanges;
    }

    @Override
    public final @Nullable Object getProperty(String name) {
        int position = findProperty(name);
        if (position >= 0) {
            return Slots.valueAt(properties, position);
        }
        int fact = Facts.of(name);
        return fact == Facts.NONE ? null : getFact(fact);
    }

    final int findProperty(String name) {
        checkUsable();
        return Slots.find(properties, checkName(name), false);
    }

    private static Object checkName(@Nullable Object name) {
        if (name == null) {
            throw new NullNameException("The name of a property must not be null");
        }
        return name;
    }

    @Override
    public final void setProperty(String name, @Nullable Object value) {
        int position = findProperty(name);
        if (position >= 0) {
            setPropertyAt(position, value);
            return;
        }
        int fact = Facts.of(name);
        if (fact == Facts.NONE) {
            appendProperty(name, value);
        } else {
            setFact(fact, value);
        }
    }

    final void setPropertyAt(int position, @Nullable Object value) {
        if (Slots.valueAt(properties, position) != value) { // else nothing changes, and the storage stays shared
            Slots.setAt(ownProperties(), position, value);
        }
    }

    final void appendProperty(String name, @Nullable Object value) {
        checkUsable();
        properties = Slots.append(properties, is(Flags.PROPERTIES_SHARED), name, value, false);
        flags &= ~Flags.PROPERTIES_SHARED;
        propertyChanges++;
    }

    @Override
    public final @Nullable Object removeProperty(String name) {
        int position = findProperty(name);
        if (position >= 0) {
            Object value = Slots.valueAt(properties, position);
            removePropertyAt(position);
            return value;
        }
        int fact = Facts.of(name);
        if (fact == Facts.NONE) {
            return null;
        }
        Object value = getFact(fact);
        setFact(fact, null);
        return value;
    }

    final int removePropertyAt(int position) {
        propertyChanges++;
        properties = Slots.removeAt(ownProperties(), position, false);
        return Slots.afterRemoval(properties, position);
    }

    @Override
    public final boolean removeProperties(String pattern, String... excludePatterns) {
        return removeMatching(getProperties(), pattern, excludePatterns);
    }

    @Override
    public final boolean hasProperties() {
        checkUsable();
        return !Slots.isEmpty(properties);
    }

    @Override
    public final Map<String, @Nullable Object> getProperties() {
        checkUsable();
        return new PropertiesView(this);
    }

    @Override
    public final Map<String, @Nullable Object> getAllProperties() {
        Map<String, @Nullable Object> all = new FlatMap<>(getProperties());
        for (String name : Facts.NAMES) {
            Object value = getFact(Facts.of(name));
            if (value != null) {
                all.put(name, value);
            }
        }
        return all;
    }

    final void clearProperties() {
        checkUsable();
        propertyChanges++;
        dropProperties();
    }

    private Object ownProperties() {
        checkUsable();
        if (is(Flags.PROPERTIES_SHARED)) {
            properties = Slots.own(properties);
            flags &= ~Flags.PROPERTIES_SHARED;
        }
        return Objects.requireNonNull(properties);
    }

    private void dropProperties() {
        if (is(Flags.PROPERTIES_SHARED)) {
            Slots.disown(properties);
            flags &= ~Flags.PROPERTIES_SHARED;
        }
        properties = null;
    }

    // ---- facts

    private @Nullable Object getFact(int fact) {
        return switch (fact) {
            case Facts.SPLIT_INDEX -> boxed(splitIndex);
            case Facts.SPLIT_SIZE -> boxed(splitSize);
            case Facts.SPLIT_COMPLETE -> is(Flags.SPLIT_COMPLETE_KNOWN) ? (Boolean) isSplitComplete() : null;
            case Facts.LOOP_INDEX -> boxed(loopIndex);
            case Facts.REDELIVERY_COUNTER -> boxed(redeliveryCounter);
            default -> getCorrelationId();
        };
    }

    private static @Nullable Integer boxed(int stored) {
        return stored == 0 ? null : stored - 1;
    }

    private void setFact(int fact, @Nullable Object value) {
        switch (fact) {
            case Facts.SPLIT_INDEX -> splitIndex = stored(fact, value);
            case Facts.SPLIT_SIZE -> splitSize = stored(fact, value);
            case Facts.SPLIT_COMPLETE ->
                setSplitComplete(value != null, value != null && factValue(fact, value, Boolean.class));
            case Facts.LOOP_INDEX -> loopIndex = stored(fact, value);
            case Facts.REDELIVERY_COUNTER -> redeliveryCounter = counted(stored(fact, value) - 1);
            default -> correlationId = value == null ? null : factValue(fact, value, String.class);
        }
    }

    private void setSplitComplete(boolean known, boolean complete) {
        int others = flags & ~(Flags.SPLIT_COMPLETE_KNOWN | Flags.SPLIT_COMPLETE);
        flags = others | (known ? Flags.SPLIT_COMPLETE_KNOWN : 0) | (complete ? Flags.SPLIT_COMPLETE : 0);
    }

    private int stored(int fact, @Nullable Object value) {
        return value == null ? 0 : factValue(fact, value, Integer.class) + 1;
    }

    private <T> T factValue(int fact, Object value, Class<T> type) {
        T converted = type.isInstance(value)
                ? type.cast(value)
                : getContext().getTypeConverter().tryConvertTo(type, this, value);
        if (converted == null) {
            throw new IllegalArgumentException("Property " + Facts.NAMES[fact - 1] + " takes a " + type.getSimpleName()
                    + ", not a " + value.getClass().getTypeName());
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

    @Override
    public final int getLoopIndex() {
        checkUsable();
        return loopIndex - 1;
    }

    @Override
    public final void setLoopIndex(int loopIndex) {
        checkUsable();
        this.loopIndex = loopIndex + 1;
    }

    @Override
    public final int getRedeliveryCounter() {
        checkUsable();
        return redeliveryCounter - 1;
    }

    @Override
    public final void setRedeliveryCounter(int redeliveryCounter) {
        checkUsable();
        this.redeliveryCounter = counted(redeliveryCounter);
    }

    /** Limits the counter, which has two bytes; the number of redeliveries does not depend on it. */
    private static char counted(int redeliveries) {
        return (char) (Math.max(-1, Math.min(redeliveries, MOST_REDELIVERIES)) + 1);
    }

    @Override
    public final @Nullable String getCorrelationId() {
        checkUsable();
        Object id = correlationId;
        return id instanceof LateId late ? late.text(ids()) : (String) id;
    }

    final UuidGenerator ids() {
        return getContext().getRoutingContextExtension().getUuidGenerator();
    }

    /** The correlation id, without making it. */
    final @Nullable Object rawCorrelationId() {
        return correlationId;
    }

    final void setRawCorrelationId(@Nullable Object id) {
        checkUsable();
        correlationId = id;
    }

    @Override
    public final void setCorrelationId(@Nullable String correlationId) {
        checkUsable();
        this.correlationId = correlationId;
    }

    // ---- copy and release

    /**
     * Marks headers and properties as shared, and returns the flags after that. Several threads may do this at once, to
     * copy the exchange. They all write the same value, and no other thread writes meanwhile. So a thread that shares
     * only the headers marks the properties too: if it wrote another value, it could undo what another thread has
     * marked. The flags are read once, because a second plain read may see an older value.
     */
    @Override
    final int markShared() {
        int shared = (headerStorage() == null ? 0 : Flags.HEADERS_SHARED)
                | (properties == null ? 0 : Flags.PROPERTIES_SHARED);
        int seen = flags;
        if ((seen & shared) != shared) {
            flags = seen | shared;
        }
        return seen | shared;
    }

    /** Copies message, properties, facts and flags into a new copy. */
    final void copyContentFrom(PropertyState that) {
        that.checkUsable();
        flags = that.markShared() & Flags.COPIED;
        copyMessageFrom(that);
        Slots.share(that.properties);
        properties = that.properties;
        correlationId = that.correlationId;
        splitIndex = that.splitIndex;
        splitSize = that.splitSize;
        loopIndex = that.loopIndex;
        redeliveryCounter = that.redeliveryCounter;
    }

    /** Takes over the properties and facts of an exchange that was made from this one. Those that it lacks stay. */
    final void takeProperties(PropertyState that) {
        if (that == this) {
            return;
        }
        that.checkUsable();
        takeFacts(that);
        Object theirs = that.properties;
        if (theirs == null || theirs == properties) {
            return;
        }
        that.markShared();
        shareOrSet(theirs);
    }

    /** Sets each property of a storage that does not change while it is marked as shared. */
    public final void shareOrSet(Object theirs) {
        checkUsable();
        if (properties == null) {
            Slots.share(theirs);
            properties = theirs;
            flags |= Flags.PROPERTIES_SHARED;
            propertyChanges++;
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

    final void resetContent() {
        resetMessage();
        dropProperties();
        propertyChanges++;
        correlationId = null;
        splitIndex = 0;
        splitSize = 0;
        loopIndex = 0;
        redeliveryCounter = 0;
        flags = 0;
    }
}
