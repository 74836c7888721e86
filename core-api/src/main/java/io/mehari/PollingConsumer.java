package io.mehari;

import org.jspecify.annotations.Nullable;

/** Receives one message for each call of {@link #receive}, instead of passing messages to a route. Thread-safe. */
public interface PollingConsumer extends Service {
    Endpoint getEndpoint();

    /**
     * Waits for a message.
     *
     * @param timeoutMillis 0 does not wait; a negative timeout waits until a message comes
     * @return the message, whose unit of work the caller must end; null if none came in time, or if this consumer was
     *     stopped
     * @throws RuntimeRoutingException if the thread was interrupted while it waited; it keeps its interrupt flag and
     *     takes no message
     */
    @Nullable
    Exchange receive(long timeoutMillis);
}
