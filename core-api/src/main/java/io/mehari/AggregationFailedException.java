package io.mehari;

import org.jspecify.annotations.Nullable;

/** A message could not be aggregated. Its group, if there is one, stays as it was before. */
public class AggregationFailedException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public AggregationFailedException(String message, Exchange exchange, @Nullable Throwable cause) {
        super(message, exchange, cause);
    }
}
