package io.mehari;

import io.mehari.spi.internal.Problem;

/** A message has no correlation key, so an aggregator cannot find its group. */
@Problem("MH-18")
public class InvalidCorrelationKeyException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public InvalidCorrelationKeyException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
