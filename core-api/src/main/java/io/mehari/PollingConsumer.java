package io.mehari;

import org.jspecify.annotations.Nullable;

/** Takes messages one by one, when asked, instead of pushing them into a route. May be asked by several threads at once. */
public interface PollingConsumer extends Service {
    Endpoint getEndpoint();

    /**
     * Waits for a message.
     *
     * @param timeoutMillis 0: do not wait; negative: wait until one comes
     * @return the message, or null when none came
     */
    @Nullable
    Exchange receive(long timeoutMillis);
}
