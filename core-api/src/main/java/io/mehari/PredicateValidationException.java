package io.mehari;

/** A message is not as a {@code validate} step wants it. */
public class PredicateValidationException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    private final transient Predicate predicate;

    public PredicateValidationException(Exchange exchange, Predicate predicate) {
        super(
                "Validation failed for Predicate[" + predicate + "] of exchange " + exchange.getExchangeId(),
                exchange,
                null);
        this.predicate = predicate;
    }

    public final Predicate getPredicate() {
        return predicate;
    }
}
