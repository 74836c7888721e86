package io.mehari;

import org.jspecify.annotations.Nullable;

/** A body that had to be there, or to be of some type, and is not. */
public class InvalidPayloadException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public InvalidPayloadException(Exchange exchange, Class<?> type) {
        this(exchange, type, null);
    }

    public InvalidPayloadException(Exchange exchange, Class<?> type, @Nullable Throwable cause) {
        super(text(exchange, type), exchange, cause);
    }

    private static String text(Exchange exchange, Class<?> type) {
        return "The body of exchange " + exchange.getExchangeId() + " must be a " + type.getTypeName() + " but is "
                + Shortened.describe(exchange.getBody());
    }
}
