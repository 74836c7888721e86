package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A message is not valid. Thrown by {@code validate}, and by processors that check messages. */
@Problem("MH-16")
public class ValidationException extends RoutingExchangeException {
    public ValidationException(String message, Exchange exchange) {
        this(message, exchange, null);
    }

    public ValidationException(String message, Exchange exchange, @Nullable Throwable cause) {
        super(message, exchange, cause);
    }
}
