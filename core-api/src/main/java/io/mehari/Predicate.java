package io.mehari;

/** A condition on an exchange. Evaluating it must not change the exchange. It must be thread-safe. */
@FunctionalInterface
public interface Predicate {
    boolean matches(Exchange exchange);
}
