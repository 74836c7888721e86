package io.mehari.builder;

import io.mehari.Predicate;

/** Combines predicates. */
public final class PredicateBuilder {

    private PredicateBuilder() {}

    public static Predicate not(Predicate predicate) {
        Given.check(predicate, "not", "predicate", Given.PREDICATE);
        return exchange -> !predicate.matches(exchange);
    }

    /** Whether all match. They are evaluated in order until one does not. */
    public static Predicate and(Predicate... predicates) {
        Given.checkAll(predicates, "and", "predicates", Given.PREDICATE);
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

    /** Whether any matches. They are evaluated in order until one does. */
    public static Predicate or(Predicate... predicates) {
        Given.checkAll(predicates, "or", "predicates", Given.PREDICATE);
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
