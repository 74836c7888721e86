package io.mehari;

import org.jspecify.annotations.Nullable;

/** A message could not be aggregated; its group, if it had one, is as it was before. */
public class AggregationFailedException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public AggregationFailedException(String message, Exchange exchange, @Nullable Throwable cause) {
        super(message, exchange, cause);
    }
}
