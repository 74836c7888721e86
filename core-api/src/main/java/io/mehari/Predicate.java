package io.mehari;

/** A question about an exchange. Asking must not change it. */
@FunctionalInterface
public interface Predicate {
    boolean matches(Exchange exchange);
}
