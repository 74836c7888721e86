package io.mehari;

/** A message has no key by which an aggregator could find its group. */
public class InvalidCorrelationKeyException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public InvalidCorrelationKeyException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
