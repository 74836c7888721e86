package io.mehari.builder.model;

import io.mehari.Exchange;
import io.mehari.Predicate;
import io.mehari.Processor;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The error handling of a route, in the form that the engine compiles.
 *
 * @param handles false if all failures are passed to the caller
 * @param deadLetterUri the URI for messages that no clause handles
 * @param handlesNewFailure whether a failure to send to the dead letter endpoint is logged instead of passed to the
 *     caller
 * @param original whether the original message, which entered the route, is restored
 * @param clauses the {@code onException} clauses; those of the route before those of its builder
 */
public record FailurePolicy(
        boolean handles,
        @Nullable String deadLetterUri,
        boolean handlesNewFailure,
        Redelivery redelivery,
        boolean original,
        Hooks hooks,
        List<Clause> clauses) {

    /** The default: a failure ends the route and is passed to the caller. */
    public static final FailurePolicy DEFAULT =
            new FailurePolicy(true, null, true, Redelivery.NEVER, false, new Hooks(null, null, null), List.of());

    /**
     * Processors to call after a step has failed, before each redelivery, and before the message is sent to the dead
     * letter endpoint.
     */
    public record Hooks(
            @Nullable Processor onExceptionOccurred,
            @Nullable Processor onRedelivery,
            @Nullable Processor onPrepareFailure) {}

    /** The types of a clause, as the user has written them. */
    public static String names(List<Class<? extends Throwable>> types) {
        return types.stream().map(each -> each.getSimpleName() + ".class").collect(Collectors.joining(", "));
    }

    /** The condition of {@code handled(true)} and {@code continued(true)}. */
    public record Always() implements Predicate {
        @Override
        public boolean matches(Exchange exchange) {
            return true;
        }
    }

    /** One {@code onException} clause. */
    public record Clause(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            @Nullable Predicate handled,
            @Nullable Predicate continued,
            Redelivery redelivery,
            boolean original,
            Hooks hooks,
            List<Node> steps) {

        /** The number of superclasses between the failure and the nearest of the types. */
        public int distanceTo(Class<?> failure) {
            int distance = 0;
            for (Class<?> each = failure; each != null; each = each.getSuperclass()) {
                if (types.contains(each)) {
                    return distance;
                }
                distance++;
            }
            return Integer.MAX_VALUE;
        }
    }

    /** Whether a step can be redelivered at all. */
    public boolean mayRedeliver() {
        boolean may = redelivery.isPossible();
        for (Clause clause : clauses) {
            may |= clause.redelivery().isPossible();
        }
        return may;
    }

    /** Whether the original message must be kept. */
    public boolean needsOriginal() {
        boolean needs = original;
        for (Clause clause : clauses) {
            needs |= clause.original();
        }
        return needs;
    }
}
