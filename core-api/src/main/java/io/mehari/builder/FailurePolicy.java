package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a route does about failures, as the engine compiles it.
 *
 * @param handles false where failures are the caller's affair altogether
 * @param deadLetterUri where messages go that nothing else helps
 * @param handlesNewFailure whether a failure to send there is logged, rather than being the caller's
 * @param clauses what is special for some failures; those of the route itself before those of its builder
 */
public record FailurePolicy(
        boolean handles,
        @Nullable String deadLetterUri,
        boolean handlesNewFailure,
        Redelivery redelivery,
        Original original,
        Hooks hooks,
        List<Clause> clauses) {

    /** Failures end the route and are the caller's; the default. */
    public static final FailurePolicy DEFAULT = new FailurePolicy(
            true, null, true, Redelivery.NEVER, Original.NOTHING, new Hooks(null, null, null), List.of());

    /** What of the message as it came in replaces the message that failed. */
    public enum Original {
        NOTHING,
        BODY,
        MESSAGE
    }

    /** Called when a step fails, before it is tried again, and before the message goes to the dead letters. */
    public record Hooks(
            @Nullable Processor onExceptionOccurred,
            @Nullable Processor onRedelivery,
            @Nullable Processor onPrepareFailure) {}

    /** An {@code onException}. */
    public record Clause(
            List<Class<? extends Throwable>> types,
            @Nullable Predicate onWhen,
            @Nullable Predicate handled,
            @Nullable Predicate continued,
            Redelivery redelivery,
            Original original,
            Hooks hooks,
            List<Node> steps) {}

    /** Whether any step may be tried again. */
    public boolean mayRedeliver() {
        boolean may = redelivery.isPossible();
        for (Clause clause : clauses) {
            may |= clause.redelivery().isPossible();
        }
        return may;
    }

    /** Whether the message as it came in is needed. */
    public boolean needsOriginal() {
        boolean needs = original != Original.NOTHING;
        for (Clause clause : clauses) {
            needs |= clause.original() != Original.NOTHING;
        }
        return needs;
    }
}
