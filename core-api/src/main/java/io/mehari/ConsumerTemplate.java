package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Receives messages in plain code from endpoints that can be polled. Thread-safe; one for a whole application is
 * enough. {@code receive} returns the exchange even if it has failed, and the caller must end it with {@link #doneUoW}.
 * {@code receiveBody} ends the exchange itself and throws its failure as a {@link RoutingExecutionException}.
 *
 * <p>Timeouts are in milliseconds: 0 does not wait, a negative timeout waits until a message comes. The methods return
 * null if no message came in time, or if the template or the context was stopped. If the thread is interrupted while it
 * waits, it gets a {@link RuntimeRoutingException} and takes no message.
 */
public abstract class ConsumerTemplate implements Service {

    protected ConsumerTemplate() {}

    public abstract RoutingContext getContext();

    // ---- an exchange

    /** Waits until a message comes. */
    public abstract @Nullable Exchange receive(String endpointUri);

    public abstract @Nullable Exchange receive(String endpointUri, long timeout);

    public abstract @Nullable Exchange receiveNoWait(String endpointUri);

    /**
     * Ends a received exchange: runs its completions and returns it to its pool, if it is pooled. Do not use the
     * exchange afterwards. A second call for a pooled exchange is refused and logged.
     */
    public abstract void doneUoW(Exchange exchange);

    // ---- a body

    /** Waits until a message comes. */
    public abstract @Nullable Object receiveBody(String endpointUri);

    public abstract @Nullable Object receiveBody(String endpointUri, long timeout);

    public abstract @Nullable Object receiveBodyNoWait(String endpointUri);

    /** Waits until a message comes. */
    public abstract <T> @Nullable T receiveBody(String endpointUri, Class<T> type);

    public abstract <T> @Nullable T receiveBody(String endpointUri, long timeout, Class<T> type);

    public abstract <T> @Nullable T receiveBodyNoWait(String endpointUri, Class<T> type);
}
