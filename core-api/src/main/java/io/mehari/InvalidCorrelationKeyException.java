package io.mehari;

import io.mehari.spi.internal.Problem;

/** A message has no correlation key, so an aggregator cannot find its group. */
@Problem("MH-18")
public class InvalidCorrelationKeyException extends RoutingExchangeException {
    public InvalidCorrelationKeyException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
