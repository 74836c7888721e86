package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.simple.Condition;
import java.util.Arrays;

/** Combines predicates. */
public final class PredicateBuilder {

    private PredicateBuilder() {}

    public static Predicate not(Predicate predicate) {
        Arguments.check(predicate, "not", "predicate", Arguments.PREDICATE);
        return Condition.not(plain(predicate));
    }

    /** Whether all match. They are evaluated in order until one does not. */
    public static Predicate and(Predicate... predicates) {
        Arguments.checkAll(predicates, "and", "predicates", Arguments.PREDICATE);
        return Condition.and(plain(predicates));
    }

    /** Whether any matches. They are evaluated in order until one does. */
    public static Predicate or(Predicate... predicates) {
        Arguments.checkAll(predicates, "or", "predicates", Arguments.PREDICATE);
        return Condition.or(plain(predicates));
    }

    private static Predicate[] plain(Predicate... predicates) {
        return Arrays.stream(predicates).map(PredicateBuilder::plain).toArray(Predicate[]::new);
    }

    /** The condition in the text of a {@code simple}; others unchanged. */
    private static Predicate plain(Predicate predicate) {
        Predicate condition = predicate instanceof ValueBuilder value ? value.condition() : null;
        return condition != null ? condition : predicate;
    }
}
