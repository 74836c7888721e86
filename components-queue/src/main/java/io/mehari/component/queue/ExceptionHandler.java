package io.mehari.component.queue;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Gets the failures that a consumer can report to no sender and no error handler. Without it they are logged. */
@FunctionalInterface
public interface ExceptionHandler {
    /**
     * A message failed and no error handler has handled that, or no message could be taken. Called by the consumer's
     * thread.
     *
     * @param exchange the message, which must not be kept; null where there is none
     */
    void handleException(String message, @Nullable Exchange exchange, Throwable exception);
}
