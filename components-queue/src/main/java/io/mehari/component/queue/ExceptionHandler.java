package io.mehari.component.queue;

import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/** Told of failures that a consumer has nobody else to tell: by default they are logged. */
@FunctionalInterface
public interface ExceptionHandler {
    /**
     * A message failed and no error handler dealt with it, or none could be taken.
     *
     * @param exchange the message, which must not be kept; null where there is none
     */
    void handleException(String message, @Nullable Exchange exchange, Throwable exception);
}
