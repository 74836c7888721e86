package io.mehari.spi;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Receives the failures of a consumer that no sender and no error handler receives. Without it they are logged. */
@FunctionalInterface
public interface ExceptionHandler {
    /**
     * A message failed and no error handler has handled that, or no message could be taken. Called by the consumer's
     * thread.
     *
     * @param exchange the message, which must not be kept; null if there is none
     */
    void handleException(String message, @Nullable Exchange exchange, Throwable exception);

    /** The same without a message. */
    default void handleException(String message, Throwable exception) {
        handleException(message, null, exception);
    }
}
