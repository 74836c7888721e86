package io.mehari;

import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.UnitOfWork;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way through a route, with its properties, exception, pattern and unit of work. Message, exchange
 * and {@linkplain ExchangeExtension extension} are one object; {@link #getMessage()} returns {@code this}.
 *
 * <p>An exchange has one owner at a time and is not thread-safe, with one exception: several threads may {@link
 * #copy()} it at once. Only Mehari extends this class.
 */
public abstract class Exchange extends Message {

    // Properties that the engine keeps as primitive fields. Read them with getProperty like any other. A number that is
    // -1 is absent.

    /** Index of this part in its split, from 0: an {@code Integer}. */
    public static final String SPLIT_INDEX = "MehariSplitIndex";
    /** Number of parts of the split, if it is known: an {@code Integer}. */
    public static final String SPLIT_SIZE = "MehariSplitSize";
    /** Whether this is the last part of the split: a {@code Boolean}; absent outside of a split. */
    public static final String SPLIT_COMPLETE = "MehariSplitComplete";
    /** Index of the loop's current iteration, from 0: an {@code Integer}. */
    public static final String LOOP_INDEX = "MehariLoopIndex";
    /** Id of the exchange that this one is a part or a copy of: a {@code String}. */
    public static final String CORRELATION_ID = "MehariCorrelationId";
    /**
     * Number of redeliveries of the failed step so far: an {@code Integer}. It is also a header, from the redelivered
     * step on.
     */
    public static final String REDELIVERY_COUNTER = "MehariRedeliveryCounter";

    // Properties.

    public static final String AGGREGATED_COMPLETED_BY = "MehariAggregatedCompletedBy";
    public static final String AGGREGATED_CORRELATION_KEY = "MehariAggregatedCorrelationKey";
    public static final String AGGREGATED_SIZE = "MehariAggregatedSize";
    public static final String AGGREGATED_TIMEOUT = "MehariAggregatedTimeout";
    /** An aggregation strategy sets it to true on its result to complete the group. */
    public static final String AGGREGATION_COMPLETE_CURRENT_GROUP = "MehariAggregationCompleteCurrentGroup";

    public static final String CHARSET_NAME = "MehariCharsetName";
    public static final String DUPLICATE_MESSAGE = "MehariDuplicateMessage";
    public static final String EXCEPTION_CAUGHT = "MehariExceptionCaught";
    public static final String FAILURE_ENDPOINT = "MehariFailureEndpoint";
    public static final String FAILURE_ROUTE_ID = "MehariFailureRouteId";
    /** The step that has failed, such as {@code 3 (split) > 2 (to direct:x)}, with its id if it has one. */
    public static final String FAILURE_STEP = "MehariFailureStep";

    public static final String GROUPED_EXCHANGE = "MehariGroupedExchange";
    public static final String LOOP_SIZE = "MehariLoopSize";
    public static final String MESSAGE_HISTORY = "MehariMessageHistory";
    public static final String MULTICAST_COMPLETE = "MehariMulticastComplete";
    public static final String MULTICAST_INDEX = "MehariMulticastIndex";
    public static final String RECIPIENT_LIST_ENDPOINT = "MehariRecipientListEndpoint";
    /** True in the steps of an {@code onCompletion}: a {@code Boolean}. */
    public static final String ON_COMPLETION = "MehariOnCompletion";

    public static final String TIMER_COUNTER = "MehariTimerCounter";
    public static final String TIMER_FIRED_TIME = "MehariTimerFiredTime";
    public static final String TIMER_NAME = "MehariTimerName";
    public static final String TIMER_PERIOD = "MehariTimerPeriod";
    /** The URI of the endpoint that the last {@code pollEnrich} asked for a message. Steps that send do not set it. */
    public static final String TO_ENDPOINT = "MehariToEndpoint";

    // Headers.

    /** True after a redelivery: a {@code Boolean}. */
    public static final String REDELIVERED = "MehariRedelivered";
    /** The maximum number of redeliveries, if there is one: an {@code Integer}. */
    public static final String REDELIVERY_MAX_COUNTER = "MehariRedeliveryMaxCounter";
    /**
     * Set it to milliseconds, and the next redelivery comes after this time instead of the configured one, but not
     * after more than the maximum redelivery delay. A step may set it before it fails.
     */
    public static final String REDELIVERY_DELAY = "MehariRedeliveryDelay";

    public static final String CONTENT_TYPE = "Content-Type";
    public static final String CONTENT_ENCODING = "Content-Encoding";

    protected Exchange() {}

    // ---- the message

    /** This object as a message. */
    public final Message getMessage() {
        return this;
    }

    /** This object as a message. A route has one message at a time, so the "in" message is the message. */
    public final Message getIn() {
        return this;
    }

    /** Copies body, headers and message id from the other message, as {@link #copyFrom} does. */
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

    // ---- identity and origin

    public abstract RoutingContext getContext();

    public abstract ExchangePattern getPattern();

    public abstract void setPattern(ExchangePattern pattern);

    /** The id of this exchange, unique in this process and generated on the first call. A copy has an id of its own. */
    public abstract String getExchangeId();

    /** Sets the id. After null, the next {@link #getExchangeId()} generates a new one. */
    public abstract void setExchangeId(@Nullable String exchangeId);

    /** When the message entered the system, in milliseconds since 1970. Copies inherit it. 0 if the clock is off. */
    public abstract long getCreated();

    /** The endpoint where the message entered the system; null until it has entered a route. */
    public abstract @Nullable Endpoint getFromEndpoint();

    /**
     * The id of the first route that the message entered; null until it has entered one. For a message from a queue it
     * is the route that consumes from the queue.
     */
    public abstract @Nullable String getFromRouteId();

    // ---- properties

    /**
     * The property with that name, including those that the engine keeps as fields; null if it is absent or null. Names
     * are case-sensitive.
     */
    public abstract @Nullable Object getProperty(String name);

    /** The property, or the default if it is absent or null. */
    public final @Nullable Object getPropertyOrDefault(String name, @Nullable Object defaultValue) {
        Object value = getProperty(name);
        return value != null ? value : defaultValue;
    }

    /** The property converted to that type; null if it is absent or null, or if no conversion is known. */
    public final <T> @Nullable T getProperty(String name, Class<T> type) {
        return convert(type, getProperty(name));
    }

    /** The property converted to that type, or else the default converted to it. */
    public final <T> @Nullable T getProperty(String name, @Nullable Object defaultValue, Class<T> type) {
        Object value = getProperty(name);
        T converted = value == null ? null : convert(type, value);
        return converted != null ? converted : convert(type, defaultValue);
    }

    /**
     * Sets a property. A property that the engine keeps as a field is removed by null.
     *
     * @throws IllegalArgumentException if the engine keeps this property as a field and the value is not of its type
     */
    public abstract void setProperty(String name, @Nullable Object value);

    /** Removes a property and returns its value; null if it was absent or null. */
    public abstract @Nullable Object removeProperty(String name);

    /**
     * Removes the properties whose names match, except those that the engine keeps as fields. See {@link
     * Message#removeHeaders(String, String...)} for patterns; they are case-insensitive here too.
     */
    public abstract boolean removeProperties(String pattern, String... excludePatterns);

    /** Whether any property is set, not counting those that the engine keeps as fields. */
    public abstract boolean hasProperties();

    /**
     * A live view of the properties, without those that the engine keeps as fields, such as {@link #SPLIT_INDEX}. Read
     * and write those with {@code getProperty} and {@code setProperty}; putting one of them into this map throws an
     * {@code IllegalArgumentException}.
     */
    public abstract Map<String, @Nullable Object> getProperties();

    /** A snapshot of all properties, including those that the engine keeps as fields. */
    public abstract Map<String, @Nullable Object> getAllProperties();

    // ---- failure

    /** Why this exchange has failed; null if it has not. */
    public abstract @Nullable Exception getException();

    /** The first exception of that type in the chain of causes; null if there is none. */
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

    /**
     * Marks the exchange as failed; null clears the failure. An {@code Error} is wrapped in a {@link
     * RoutingExecutionException}.
     */
    public abstract void setException(@Nullable Throwable exception);

    public final boolean isFailed() {
        return getException() != null;
    }

    /** Whether the exchange's transaction and all outer ones are to be rolled back. */
    public abstract boolean isRollbackOnly();

    public abstract void setRollbackOnly(boolean rollbackOnly);

    /** Whether the route ends here without a failure. */
    public abstract boolean isRouteStop();

    public abstract void setRouteStop(boolean routeStop);

    public abstract boolean isTransacted();

    // ---- unit of work and extension

    /** The completions, which run when this exchange is done. Created on the first call. */
    public abstract UnitOfWork getUnitOfWork();

    /** This object with the methods for component authors. */
    public abstract ExchangeExtension getExchangeExtension();

    /**
     * Creates a copy with an id of its own. The body is the same object. Headers and properties are shared until either
     * side changes them in any way. Completions stay with the original.
     */
    @Override
    public abstract Exchange copy();

    private static final int MAX_CAUSES = 100; // a chain of causes may have a cycle
}
