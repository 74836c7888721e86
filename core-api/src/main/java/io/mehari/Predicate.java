package io.mehari;

/**
 * A condition on an exchange. Evaluating it must not change the exchange. One instance serves all
 * messages, several threads at once, so it must be thread-safe.
 */
@FunctionalInterface
public interface Predicate {
    boolean matches(Exchange exchange);
}
