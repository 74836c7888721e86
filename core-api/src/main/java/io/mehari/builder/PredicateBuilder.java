package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Predicate;
import java.util.StringJoiner;

/** Combines predicates. */
public final class PredicateBuilder {

    private PredicateBuilder() {}

    public static Predicate not(Predicate predicate) {
        Given.check(predicate, "not", "predicate", Given.PREDICATE);
        return new Predicate() {
            @Override
            public boolean matches(Exchange exchange) {
                return !predicate.matches(exchange);
            }

            @Override
            public String toString() {
                return "not (" + predicate + ")";
            }
        };
    }

    /** Whether all match. They are evaluated in order until one does not. */
    public static Predicate and(Predicate... predicates) {
        Given.checkAll(predicates, "and", "predicates", Given.PREDICATE);
        return new Joined(predicates.clone(), " and ") {
            @Override
            public boolean matches(Exchange exchange) {
                for (Predicate each : all) {
                    if (!each.matches(exchange)) {
                        return false;
                    }
                }
                return true;
            }
        };
    }

    /** Whether any matches. They are evaluated in order until one does. */
    public static Predicate or(Predicate... predicates) {
        Given.checkAll(predicates, "or", "predicates", Given.PREDICATE);
        return new Joined(predicates.clone(), " or ") {
            @Override
            public boolean matches(Exchange exchange) {
                for (Predicate each : all) {
                    if (each.matches(exchange)) {
                        return true;
                    }
                }
                return false;
            }
        };
    }

    private abstract static class Joined implements Predicate {
        final Predicate[] all;
        private final String joint;

        Joined(Predicate[] all, String joint) {
            this.all = all;
            this.joint = joint;
        }

        @Override
        public final String toString() {
            StringJoiner words = new StringJoiner(joint);
            for (Predicate each : all) {
                words.add("(" + each + ")");
            }
            return words.toString();
        }
    }
}
