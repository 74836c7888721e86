package io.mehari;

import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** The body is missing, or cannot be converted to the required type. */
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
                + SafeText.describe(exchange.getBody());
    }
}
