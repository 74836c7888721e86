package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.Processor;
import io.mehari.builder.model.FailurePolicy;
import io.mehari.builder.model.Redelivery;
import org.jspecify.annotations.Nullable;

/** The values of {@link RedeliverySettings}. Those that are missing are those of the outer definition. */
final class RedeliveryValues {
    static final String ONE_LIMIT = "maximumRedeliveries and retryWhile exclude each other: set one of them";

    public @Nullable Integer maximum;
    public @Nullable Long delay;
    public @Nullable Double multiplier;
    public @Nullable Long maximumDelay;
    public @Nullable Double jitter;
    public @Nullable Predicate retryWhile;
    public @Nullable Processor onExceptionOccurred;
    public @Nullable Processor onRedelivery;

    /** Whether this definition has any setting. */
    boolean isSet() {
        return maximum != null
                || delay != null
                || multiplier != null
                || maximumDelay != null
                || jitter != null
                || retryWhile != null;
    }

    /** All settings; those that are missing here are taken from the outer definition. */
    Redelivery over(Redelivery outer) {
        long first = delay != null ? delay : outer.delayMillis();
        long longest = maximumDelay != null ? maximumDelay : outer.maximumDelayMillis();
        Arguments.require(
                maximumDelay == null || first <= longest,
                "redeliveryDelay " + first + " exceeds maximumRedeliveryDelay " + longest
                        + ": make one of them shorter or the other longer");
        return new Redelivery(
                maximum != null ? maximum : retryWhile != null ? -1 : outer.maximum(),
                first,
                multiplier != null ? multiplier : outer.multiplier(),
                Math.max(first, longest),
                jitter != null ? jitter : outer.jitter(),
                maximum != null || retryWhile != null ? retryWhile : outer.retryWhile());
    }

    void addTo(Services services) {
        services.add(retryWhile);
        services.add(onExceptionOccurred);
        services.add(onRedelivery);
    }

    FailurePolicy.Hooks over(FailurePolicy.Hooks outer) {
        return new FailurePolicy.Hooks(
                onExceptionOccurred != null ? onExceptionOccurred : outer.onExceptionOccurred(),
                onRedelivery != null ? onRedelivery : outer.onRedelivery(),
                outer.onPrepareFailure());
    }
}
