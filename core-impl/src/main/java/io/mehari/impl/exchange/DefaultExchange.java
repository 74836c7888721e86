package io.mehari.impl.exchange;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Message;
import io.mehari.RoutingContext;
import io.mehari.collect.FlatMap;
import io.mehari.collect.slots.Slots;
import io.mehari.spi.Synchronization;
import io.mehari.spi.UnitOfWork;
import io.mehari.spi.internal.AsciiCase;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The only concrete exchange: message, properties, extension and unit-of-work state in one object of 80 bytes. Other
 * objects are created when they are needed: the arrays for headers and properties at the first write, the id at the
 * first read, the unit of work at the first request. It is not final because Camel's own tests call {@code new}.
 */
public class DefaultExchange extends AbstractExchange {
    static final List<String> FACTS = List.of(
            Exchange.SPLIT_INDEX,
            Exchange.SPLIT_SIZE,
            Exchange.SPLIT_COMPLETE,
            Exchange.LOOP_INDEX,
            Exchange.CORRELATION_ID,
            Exchange.REDELIVERY_COUNTER);
    private static final int SHORTEST_FACT = 15;

    /** Creates an exchange in plain code. */
    public DefaultExchange(RoutingContext context) {
        this(context, ExchangePattern.InOnly);
    }

    /** Creates an exchange with this pattern in plain code. */
    public DefaultExchange(RoutingContext context, ExchangePattern pattern) {
        this(Origin.of(context), now(context), pattern, null);
    }

    public DefaultExchange(Origin origin, long created, ExchangePattern pattern, @Nullable PoolSlot slot) {
        super(origin, created, pattern, slot);
    }

    // ---- body

    @Override
    public @Nullable Object getBody() {
        return usable().body;
    }

    @Override
    public void setBody(@Nullable Object body) {
        usable().body = body;
    }

    @Override
    public Object reread(Object value) {
        usable();
        return isStream(value) ? StreamCache.reread(this, value) : value;
    }

    @Override
    public void copyFrom(Message message) {
        AbstractExchange that = (AbstractExchange) message;
        usable();
        if (that == this) {
            return;
        }
        setBody(bodyOf(that));
        shareHeadersOf(that);
        setMessageId(that.ownMessageId());
    }

    // ---- headers

    @Override
    public @Nullable Object getHeader(String name) {
        int position = find(true, name);
        return position < 0 ? null : Slots.valueAt(headers, position);
    }

    @Override
    public boolean hasHeaders() {
        return !Slots.isEmpty(usable().headers);
    }

    @Override
    public Map<String, @Nullable Object> getHeaders() {
        return new EntriesView.Headers(usable());
    }

    @Override
    public void setHeader(String name, @Nullable Object value) {
        int position = find(true, name);
        if (position >= 0) {
            setAt(true, position, value);
        } else {
            append(true, name, value);
        }
    }

    @Override
    public @Nullable Object removeHeader(String name) {
        int position = find(true, name);
        return position < 0 ? null : takeAt(true, position);
    }

    @Override
    public boolean removeHeaders(String pattern, String... excludePatterns) {
        return removeMatching(getHeaders(), pattern, excludePatterns);
    }

    /**
     * Removes the entries that match the pattern and none of the exclusions. The storage stays shared if none matches.
     */
    private static boolean removeMatching(Map<String, ?> map, String pattern, String... excludePatterns) {
        Predicate<String> matching = AsciiCase.matcher(pattern);
        for (String exclude : excludePatterns) {
            matching = matching.and(AsciiCase.matcher(exclude).negate());
        }
        return map.keySet().removeIf(matching);
    }

    @Override
    public void setHeaders(Map<String, ? extends @Nullable Object> replacement) {
        if (replacement == null) {
            throw new NullPointerException(
                    "setHeaders(headers): headers is null; give an empty map, or call removeHeaders(\"*\")");
        }
        if (replacement instanceof EntriesView.Headers view) {
            shareHeadersOf(view.owner);
            return;
        }
        Object[] entries = replacement.entrySet().toArray(); // the map may be a view of these headers
        for (Object entry : entries) {
            checkName(true, (String)
                    ((Map.Entry<?, ?>) entry).getKey()); // all of them, before the old headers are removed
        }
        clear(true);
        for (Object entry : entries) {
            Map.Entry<?, ?> header = (Map.Entry<?, ?>) entry;
            setHeader((String) header.getKey(), header.getValue());
        }
    }

    // ---- properties

    @Override
    public @Nullable Object getProperty(String name) {
        int position = find(false, name);
        if (position >= 0) {
            return Slots.valueAt(properties, position);
        }
        return mayBeFact(name) ? getFact(name) : null;
    }

    @Override
    public void setProperty(String name, @Nullable Object value) {
        int position = find(false, name);
        if (position >= 0) {
            setAt(false, position, value);
        } else if (!mayBeFact(name) || !setFact(name, value)) {
            append(false, name, value);
        }
    }

    @Override
    public @Nullable Object removeProperty(String name) {
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
    public boolean removeProperties(String pattern, String... excludePatterns) {
        return removeMatching(getProperties(), pattern, excludePatterns);
    }

    @Override
    public boolean hasProperties() {
        return !Slots.isEmpty(usable().properties);
    }

    @Override
    public Map<String, @Nullable Object> getProperties() {
        return new EntriesView.Properties(usable());
    }

    @Override
    public Map<String, @Nullable Object> getAllProperties() {
        Map<String, @Nullable Object> all = new FlatMap<>(getProperties());
        for (String name : FACTS) {
            Object value = getFact(name);
            if (value != null) {
                all.put(name, value);
            }
        }
        return all;
    }

    // ---- properties that are fields

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
            case Exchange.REDELIVERY_COUNTER -> setRedeliveryCounter(stored(name, value) - 1);
            case Exchange.CORRELATION_ID -> correlationId = value == null ? null : factValue(name, value, String.class);
            default -> {
                return false;
            }
        }
        return true;
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
    public int getSplitIndex() {
        return usable().splitIndex - 1;
    }

    @Override
    public int getSplitSize() {
        return usable().splitSize - 1;
    }

    @Override
    public boolean isSplitComplete() {
        return is(Flags.SPLIT_COMPLETE);
    }

    @Override
    public void setSplit(int index, int size, boolean complete) {
        usable().splitIndex = index + 1;
        splitSize = size + 1;
        setSplitComplete(true, complete);
    }

    // ---- identity and origin

    @Override
    public RoutingContext getContext() {
        return usable().origin.context;
    }

    @Override
    public @Nullable Endpoint getFromEndpoint() {
        return usable().origin.fromEndpoint;
    }

    @Override
    public void setFromEndpoint(@Nullable Endpoint fromEndpoint) {
        usable().origin = new Origin(origin.context, fromEndpoint, origin.fromRouteId);
    }

    @Override
    public @Nullable String getFromRouteId() {
        return usable().origin.fromRouteId;
    }

    @Override
    public void setFromRouteId(@Nullable String fromRouteId) {
        usable().origin = new Origin(origin.context, origin.fromEndpoint, fromRouteId);
    }

    @Override
    public long getCreated() {
        return usable().created;
    }

    @Override
    public void setCreated(long created) {
        usable().created = created;
    }

    @Override
    public String getExchangeId() {
        Object id = usable().exchangeId;
        return id instanceof String text ? text : makeId(id);
    }

    private String makeId(@Nullable Object id) {
        String made = id instanceof LateId late ? late.text(ids()) : ids().generateUuid();
        exchangeId = made;
        return made;
    }

    @Override
    public void setExchangeId(@Nullable String exchangeId) {
        usable().exchangeId = exchangeId;
    }

    @Override
    public String getMessageId() {
        String own = ownMessageId();
        return own != null ? own : getExchangeId();
    }

    @Override
    public void setMessageId(@Nullable String messageId) {
        usable();
        if (messageId != null || work != null) {
            work().messageId = messageId;
        }
    }

    // ---- failure and flags

    @Override
    public ExchangePattern getPattern() {
        return is(Flags.IN_OUT) ? ExchangePattern.InOut : ExchangePattern.InOnly;
    }

    @Override
    public void setPattern(ExchangePattern pattern) {
        set(Flags.IN_OUT, pattern == ExchangePattern.InOut);
    }

    @Override
    public @Nullable Exception getException() {
        return usable().exception;
    }

    @Override
    public void setException(@Nullable Throwable throwable) {
        usable();
        if (throwable == null || throwable != exception) {
            flags &= ~Flags.FAILURE_PLACED; // it is the place of the former failure
        }
        exception = throwable == null || throwable instanceof Exception ? (Exception) throwable : failure(throwable);
    }

    @Override
    public boolean isRollbackOnly() {
        return is(Flags.ROLLBACK_ONLY);
    }

    @Override
    public void setRollbackOnly(boolean rollbackOnly) {
        set(Flags.ROLLBACK_ONLY, rollbackOnly);
    }

    @Override
    public boolean isRouteStop() {
        return is(Flags.ROUTE_STOP);
    }

    @Override
    public void setRouteStop(boolean routeStop) {
        set(Flags.ROUTE_STOP, routeStop);
    }

    @Override
    public boolean isTransacted() {
        return is(Flags.TRANSACTED);
    }

    @Override
    public void setTransacted(boolean transacted) {
        set(Flags.TRANSACTED, transacted);
    }

    @Override
    public @Nullable Boolean getErrorHandlerHandled() {
        return is(Flags.ERROR_HANDLER_DECIDED) ? (Boolean) is(Flags.ERROR_HANDLER_HANDLED) : null;
    }

    @Override
    public void setErrorHandlerHandled(@Nullable Boolean handled) {
        set(Flags.ERROR_HANDLER_DECIDED, handled != null);
        set(Flags.ERROR_HANDLER_HANDLED, handled != null && handled);
    }

    @Override
    public boolean isRedeliveryExhausted() {
        return is(Flags.REDELIVERY_EXHAUSTED);
    }

    @Override
    public void setRedeliveryExhausted(boolean redeliveryExhausted) {
        set(Flags.REDELIVERY_EXHAUSTED, redeliveryExhausted);
    }

    // ---- unit of work

    @Override
    public UnitOfWork getUnitOfWork() {
        return work().asUnitOfWork();
    }

    @Override
    public boolean hasUnitOfWork() {
        return usable().work != null;
    }

    @Override
    public void addOnCompletion(Synchronization onCompletion) {
        work().addSynchronization(onCompletion);
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

    /** Describes the exchange for logs, without the text of the body. */
    @Override
    public String toString() {
        if (flags < 0) {
            return "Exchange[released]";
        }
        return "Exchange[" + exchangeIdOrWhy() + ", " + getPattern() + ", body: "
                + (body == null ? "null" : body.getClass().getTypeName()) + "]";
    }
}
