package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.RoutingExchangeException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A queue accepted a message and then dropped it. Its completions and a waiting sender get this exception. */
@Problem("MH-29")
public class MessageDiscardedException extends RoutingExchangeException {
    public MessageDiscardedException(String message, @Nullable Exchange exchange) {
        super(message, exchange, null);
    }
}
