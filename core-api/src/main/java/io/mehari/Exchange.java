package io.mehari;

import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.UnitOfWork;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way through a route, with what belongs to the journey: properties, an exception, the pattern, a
 * unit of work. Message, exchange and {@linkplain ExchangeExtension extension} are one object; {@link #getMessage()}
 * returns {@code this}.
 *
 * <p>An exchange has one owner at a time and is not to be used by two threads at once, with one exception: several
 * threads may {@link #copy()} it at the same time. Only Mehari extends this class.
 */
public abstract class Exchange extends Message {

    // Facts that the engine keeps as primitive fields: read them with getProperty as any other. A number that is set to
    // -1 is absent.

    /** Position of this part among its siblings, from 0: an {@code Integer}. */
    public static final String SPLIT_INDEX = "MehariSplitIndex";
    /** Number of parts, where it is known: an {@code Integer}. */
    public static final String SPLIT_SIZE = "MehariSplitSize";
    /** Whether this is the last part: a {@code Boolean}, absent where this is no part. */
    public static final String SPLIT_COMPLETE = "MehariSplitComplete";
    /** Which turn of the loop this is, from 0: an {@code Integer}. */
    public static final String LOOP_INDEX = "MehariLoopIndex";
    /** Id of the exchange that this one is a part or a copy of: a {@code String}. */
    public static final String CORRELATION_ID = "MehariCorrelationId";
    /** How often the failed step was tried again: an {@code Integer}. */
    public static final String REDELIVERY_COUNTER = "MehariRedeliveryCounter";

    // Properties.

    public static final String AGGREGATED_COMPLETED_BY = "MehariAggregatedCompletedBy";
    public static final String AGGREGATED_CORRELATION_KEY = "MehariAggregatedCorrelationKey";
    public static final String AGGREGATED_SIZE = "MehariAggregatedSize";
    public static final String AGGREGATED_TIMEOUT = "MehariAggregatedTimeout";
    /** Set to true on a message: an aggregator completes all its groups, and leaves the message itself alone. */
    public static final String AGGREGATION_COMPLETE_ALL_GROUPS = "MehariAggregationCompleteAllGroups";
    /** The same, but the message is aggregated first. */
    public static final String AGGREGATION_COMPLETE_ALL_GROUPS_INCLUSIVE =
            "MehariAggregationCompleteAllGroupsInclusive";
    /** Set to true by a strategy on what it returns: the group is complete. */
    public static final String AGGREGATION_COMPLETE_CURRENT_GROUP = "MehariAggregationCompleteCurrentGroup";

    public static final String BATCH_COMPLETE = "MehariBatchComplete";
    public static final String BATCH_INDEX = "MehariBatchIndex";
    public static final String BATCH_SIZE = "MehariBatchSize";
    public static final String CHARSET_NAME = "MehariCharsetName";
    public static final String DUPLICATE_MESSAGE = "MehariDuplicateMessage";
    public static final String EXCEPTION_CAUGHT = "MehariExceptionCaught";
    public static final String FAILURE_ENDPOINT = "MehariFailureEndpoint";
    public static final String FAILURE_ROUTE_ID = "MehariFailureRouteId";
    public static final String FILTER_MATCHED = "MehariFilterMatched";
    public static final String GROUPED_EXCHANGE = "MehariGroupedExchange";
    public static final String LOOP_SIZE = "MehariLoopSize";
    public static final String MESSAGE_HISTORY = "MehariMessageHistory";
    public static final String MULTICAST_COMPLETE = "MehariMulticastComplete";
    public static final String MULTICAST_INDEX = "MehariMulticastIndex";
    public static final String RECIPIENT_LIST_ENDPOINT = "MehariRecipientListEndpoint";
    public static final String TIMER_COUNTER = "MehariTimerCounter";
    public static final String TIMER_FIRED_TIME = "MehariTimerFiredTime";
    public static final String TIMER_NAME = "MehariTimerName";
    public static final String TIMER_PERIOD = "MehariTimerPeriod";
    public static final String TO_ENDPOINT = "MehariToEndpoint";

    // Headers.

    public static final String CONTENT_TYPE = "Content-Type";
    public static final String CONTENT_ENCODING = "Content-Encoding";

    protected Exchange() {}

    // ---- the message

    /** This object as a message. */
    public final Message getMessage() {
        return this;
    }

    /** This object as a message: a route has one message at a time, so "in" and the message are the same. */
    public final Message getIn() {
        return this;
    }

    /** Takes over body, headers and message id, as {@link #copyFrom} does. */
    public final void setMessage(Message message) {
        copyFrom(message);
    }

    /** The same as {@link #setMessage}. */
    public final void setIn(Message message) {
        copyFrom(message);
    }

    @Override
    public final Exchange getExchange() {
        return this;
    }

    // ---- who and where

    public abstract RoutingContext getContext();

    public abstract ExchangePattern getPattern();

    public abstract void setPattern(ExchangePattern pattern);

    /** Unique within the running program and made when first asked for. A copy is another exchange: another id. */
    public abstract String getExchangeId();

    /** Gives the exchange that id; after null the next {@link #getExchangeId()} makes a new one. */
    public abstract void setExchangeId(@Nullable String exchangeId);

    /** When the message entered the system, in milliseconds since 1970; copies inherit it. 0 when the clock is off. */
    public abstract long getCreated();

    /** Where the message entered the system; null until it has come into a route. */
    public abstract @Nullable Endpoint getFromEndpoint();

    /** The route that took the message in, of which a queue's is another; null until there is one. */
    public abstract @Nullable String getFromRouteId();

    // ---- properties

    /** The property or the engine's fact of that name; null when absent or null. Names heed case. */
    public abstract @Nullable Object getProperty(String name);

    /** The property, or the default where it is absent or null. */
    public final @Nullable Object getProperty(String name, @Nullable Object defaultValue) {
        Object value = getProperty(name);
        return value != null ? value : defaultValue;
    }

    /** The property as that type; null when absent, null, or when no conversion is known. */
    public final <T> @Nullable T getProperty(String name, Class<T> type) {
        return convert(type, getProperty(name));
    }

    /** The property as that type, or the default converted to it. */
    public final <T> @Nullable T getProperty(String name, @Nullable Object defaultValue, Class<T> type) {
        T value = convert(type, getProperty(name));
        return value != null ? value : convert(type, defaultValue);
    }

    /**
     * Sets a property, or one of the engine's facts, which null takes away.
     *
     * @throws IllegalArgumentException when the name is that of a fact and the value is not of its type
     */
    public abstract void setProperty(String name, @Nullable Object value);

    /** Removes a property or a fact and gives its value back; null when it was absent or null. */
    public abstract @Nullable Object removeProperty(String name);

    /**
     * Removes the properties whose names match, and none of the engine's facts; see
     * {@link Message#removeHeaders(String, String...)} for patterns, in which case does not count here either.
     */
    public final boolean removeProperties(String pattern) {
        return removeProperties(pattern, new String[0]);
    }

    public abstract boolean removeProperties(String pattern, String... excludePatterns);

    /** Whether any property was set by name; the engine's facts do not count. */
    public abstract boolean hasProperties();

    /**
     * A live view of the properties that were set by name. The engine's own facts (such as {@link #SPLIT_INDEX}) are
     * fields, not entries: read and write them with {@code getProperty} and {@code setProperty}. To put one of them here
     * is an {@code IllegalArgumentException}.
     */
    public abstract Map<String, @Nullable Object> getProperties();

    /** A snapshot of the properties together with the engine's facts. */
    public abstract Map<String, @Nullable Object> getAllProperties();

    // ---- failure

    /** Why this exchange has failed; null when it has not. */
    public abstract @Nullable Exception getException();

    /** The first exception of that type in the chain of causes; null when there is none. */
    public final <T> @Nullable T getException(Class<T> type) {
        Throwable next = getException();
        for (int depth = 0; next != null && depth < MAX_CAUSES; depth++) {
            if (type.isInstance(next)) {
                return type.cast(next);
            }
            next = next.getCause();
        }
        return null;
    }

    /** An {@code Error} is wrapped in a {@link RoutingExecutionException}; null clears the failure. */
    public abstract void setException(@Nullable Throwable exception);

    public final boolean isFailed() {
        return getException() != null;
    }

    /** Whether the transaction that this exchange is part of, and every outer one, is to be undone. */
    public abstract boolean isRollbackOnly();

    public abstract void setRollbackOnly(boolean rollbackOnly);

    /** Whether the innermost transaction alone is to be undone. */
    public abstract boolean isRollbackOnlyLast();

    public abstract void setRollbackOnlyLast(boolean rollbackOnlyLast);

    /** Whether the route is to end here without a failure. */
    public abstract boolean isRouteStop();

    public abstract void setRouteStop(boolean routeStop);

    public abstract boolean isTransacted();

    // ---- the far side

    /** What has to happen when this exchange is done. Made when first asked for. */
    public abstract UnitOfWork getUnitOfWork();

    /** This object as component authors see it. */
    public abstract ExchangeExtension getExchangeExtension();

    /**
     * A copy with an id of its own. Body is the same object; headers and properties are shared until either side
     * writes, by whatever road; completions stay with the original.
     */
    @Override
    public abstract Exchange copy();

    private static final int MAX_CAUSES = 100; // a chain of causes may be a ring
}
