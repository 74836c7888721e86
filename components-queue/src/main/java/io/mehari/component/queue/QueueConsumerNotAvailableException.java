package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingExchangeException;
import io.mehari.spi.internal.Problem;

/** An exchange was sent to a queue with {@code failIfNoConsumers}, and no running route consumes from it. */
@Problem("MH-28")
public class QueueConsumerNotAvailableException extends RoutingExchangeException {
    public QueueConsumerNotAvailableException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
