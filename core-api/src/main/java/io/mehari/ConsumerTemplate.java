package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * Takes messages out of endpoints from plain code, where the endpoint can be polled. Safe to be used by several threads;
 * one for a whole application is enough. {@code receive} returns the exchange with whatever failure it has, and the
 * caller ends it with {@link #doneUoW}; {@code receiveBody} ends it itself and throws the failure as a
 * {@link RoutingExecutionException}.
 *
 * <p>Timeouts are in milliseconds: 0 does not wait, a negative one waits until a message comes. Null says that none came.
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
     * Ends an exchange that was received: runs its completions and, if it is pooled, gives it back. It is not to be used
     * afterwards.
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
