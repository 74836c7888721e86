package io.mehari;

import io.mehari.spi.internal.Problem;

/** An exchange was sent to a {@code direct:} endpoint, and no running route starts there. */
@Problem("MH-8")
public class DirectConsumerNotAvailableException extends RoutingExchangeException {
    public DirectConsumerNotAvailableException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
