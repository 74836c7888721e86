package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A message would open another group, but the aggregator already has the maximum number of open groups. */
@Problem("MH-19")
public class TooManyCorrelationGroupsException extends RoutingExchangeException {
    public TooManyCorrelationGroupsException(String message, @Nullable Exchange exchange) {
        super(message, exchange, null);
    }
}
