package io.mehari;

/** A route asked that the work on this exchange be undone. */
public class RollbackExchangeException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public RollbackExchangeException(String message, Exchange exchange) {
        super(message, exchange, null);
    }
}
