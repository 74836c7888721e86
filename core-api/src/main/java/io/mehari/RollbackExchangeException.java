package io.mehari;

import io.mehari.spi.internal.Problem;

/** A route has marked this exchange for rollback. */
@Problem("MH-22")
public class RollbackExchangeException extends RoutingExchangeException {
    public RollbackExchangeException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
