package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import io.mehari.RoutingExchangeException;
import org.jspecify.annotations.Nullable;

/** A message came for a group that was already complete and whose correlation key was closed. */
public class ClosedCorrelationKeyException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    private final String correlationKey;

    public ClosedCorrelationKeyException(String message, @Nullable Exchange exchange, String correlationKey) {
        super(message, exchange, null);
        this.correlationKey = correlationKey;
    }

    /** The key of the group, as a text. */
    public String getCorrelationKey() {
        return correlationKey;
    }
}
