package io.mehari;

import io.mehari.spi.internal.SafeText;

/** A message did not match the predicate of a {@code validate} step. */
public class PredicateValidationException extends ValidationException {
    public PredicateValidationException(Exchange exchange, Predicate predicate) {
        super(
                "Validation failed for Predicate[" + SafeText.of(predicate, 1000) + "]. " + SafeText.of(exchange, 300),
                exchange);
    }
}
