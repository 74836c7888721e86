package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingExchangeException;
import org.jspecify.annotations.Nullable;

/** A message was accepted by a queue and then not processed. Completions and waiting senders get this. */
public class MessageDiscardedException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public MessageDiscardedException(String message, @Nullable Exchange exchange) {
        super(message, exchange, null);
    }
}
