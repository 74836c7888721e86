package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A message could not be aggregated. Its group, if there is one, stays as it was before. */
@Problem("MH-17")
public class AggregationFailedException extends RoutingExchangeException {
    public AggregationFailedException(String message, Exchange exchange, @Nullable Throwable cause) {
        super(message, exchange, cause);
    }
}
