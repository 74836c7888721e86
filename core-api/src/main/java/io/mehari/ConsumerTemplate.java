package io.mehari;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Receives messages in plain code from endpoints that can be polled. Thread-safe; one for a whole application is
 * enough. {@code receiveBody} throws the failure of the message as a {@link RoutingExecutionException}.
 *
 * <p>Its timeouts are milliseconds. 0 does not wait, a negative timeout waits until a message comes. If no message came
 * in time, or if the template or the context was stopped, it returns null. If the thread is interrupted while it waits,
 * it gets a {@link RuntimeRoutingException} and takes no message.
 */
public abstract class ConsumerTemplate implements Service {

    protected ConsumerTemplate() {}

    public abstract RoutingContext getContext();

    /**
     * Receives a message, even if it has failed, and calls the processor with it. When the processor has returned, the
     * completions run and the exchange is released: do not keep it.
     *
     * @return false if no message came in time, or if the template or the context was stopped
     * @throws Exception what the processor throws
     */
    public abstract boolean receive(String endpointUri, Duration time, Processor processor) throws Exception;

    // ---- a body

    /** Waits until a message comes. */
    public final @Nullable Object receiveBody(String endpointUri) {
        return receiveBody(endpointUri, -1, Object.class);
    }

    public final @Nullable Object receiveBody(String endpointUri, long timeout) {
        return receiveBody(endpointUri, timeout, Object.class);
    }

    /** Waits until a message comes. */
    public final <T> @Nullable T receiveBody(String endpointUri, Class<T> type) {
        return receiveBody(endpointUri, -1, type);
    }

    public abstract <T> @Nullable T receiveBody(String endpointUri, long timeout, Class<T> type);
}
