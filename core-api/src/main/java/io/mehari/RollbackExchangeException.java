package io.mehari;

/** A route has marked this exchange for rollback. */
public class RollbackExchangeException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public RollbackExchangeException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
