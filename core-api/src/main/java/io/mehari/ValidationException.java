package io.mehari;

import org.jspecify.annotations.Nullable;

/** A message is not valid. Thrown by {@code validate}, and by processors that check messages. */
public class ValidationException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public ValidationException(Exchange exchange, String message) {
        this(message, exchange, null);
    }

    public ValidationException(String message, Exchange exchange, @Nullable Throwable cause) {
        super(message, exchange, cause);
    }
}
