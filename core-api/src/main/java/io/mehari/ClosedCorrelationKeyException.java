package io.mehari;

import org.jspecify.annotations.Nullable;

/** A message came for a group that was complete already and whose correlation key had been closed. */
public class ClosedCorrelationKeyException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public ClosedCorrelationKeyException(String message, @Nullable Exchange exchange) {
        super(message, exchange, null);
    }
}
