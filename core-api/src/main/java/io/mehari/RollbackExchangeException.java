package io.mehari;

/** A route has asked for a rollback of this exchange. */
public class RollbackExchangeException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public RollbackExchangeException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
