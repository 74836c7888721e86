package io.mehari.spi;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Gets the failures of a consumer that go to no sender and no error handler. Without it they are logged. */
@FunctionalInterface
public interface ExceptionHandler {
    /**
     * A message failed and no error handler has handled the failure, or the consumer failed to take a message. Called
     * on the consumer's thread.
     *
     * @param exchange the message, which must not be kept; null if there is none
     */
    void handleException(String message, @Nullable Exchange exchange, Throwable exception);

    /** Handles a failure that belongs to no message. */
    default void handleException(String message, Throwable exception) {
        handleException(message, null, exception);
    }
}
