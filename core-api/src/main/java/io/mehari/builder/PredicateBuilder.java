package io.mehari.builder;

import io.mehari.Predicate;

/** Predicates made of predicates. */
public final class PredicateBuilder {

    private PredicateBuilder() {}

    public static Predicate not(Predicate predicate) {
        return exchange -> !predicate.matches(exchange);
    }

    /** Whether all match; asked in order until one does not. */
    public static Predicate and(Predicate... predicates) {
        Predicate[] all = predicates.clone();
        return exchange -> {
            for (Predicate each : all) {
                if (!each.matches(exchange)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Whether any matches; asked in order until one does. */
    public static Predicate or(Predicate... predicates) {
        Predicate[] all = predicates.clone();
        return exchange -> {
            for (Predicate each : all) {
                if (each.matches(exchange)) {
                    return true;
                }
            }
            return false;
        };
    }
}
