package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.spi.internal.Values;
import java.util.Arrays;

/** Combines predicates. */
public final class PredicateBuilder {

    private PredicateBuilder() {}

    public static Predicate not(Predicate predicate) {
        Arguments.check(predicate, "not", "predicate", Arguments.PREDICATE);
        return Values.CORE.not(plain(predicate));
    }

    /** Whether all match. They are evaluated in order until one does not. */
    public static Predicate and(Predicate... predicates) {
        return Values.CORE.joined(true, plain("and", predicates));
    }

    /** Whether any matches. They are evaluated in order until one does. */
    public static Predicate or(Predicate... predicates) {
        return Values.CORE.joined(false, plain("or", predicates));
    }

    private static Predicate[] plain(String method, Predicate... predicates) {
        Arguments.checkAll(predicates, method, "predicates", Arguments.PREDICATE);
        return Arrays.stream(predicates).map(PredicateBuilder::plain).toArray(Predicate[]::new);
    }

    /** The condition in the text of a {@code simple}; others unchanged. */
    private static Predicate plain(Predicate predicate) {
        Predicate condition = predicate instanceof ValueBuilder value ? value.condition() : null;
        return condition != null ? condition : predicate;
    }
}
