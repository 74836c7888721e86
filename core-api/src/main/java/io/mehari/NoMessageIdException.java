package io.mehari;

/** A message lacks what tells it from others. */
public class NoMessageIdException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    public NoMessageIdException(Exchange exchange, Expression expression) {
        super(
                "No message ID could be found using expression " + expression + " on exchange "
                        + exchange.getExchangeId() + ": it must have a value for every message",
                exchange,
                null);
    }
}
