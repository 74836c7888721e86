package io.mehari;

import io.mehari.spi.internal.Problem;
import io.mehari.spi.internal.SafeText;

/** The expression of an idempotent consumer gave no key for a message. */
@Problem("MH-20")
public class NoMessageIdException extends RoutingExchangeException {
    public NoMessageIdException(Exchange exchange, Expression expression) {
        super(
                "No message ID could be found using expression " + SafeText.of(expression) + " on exchange "
                        + exchange.getExchangeId() + ": it must have a value for every message",
                exchange,
                null);
    }
}
