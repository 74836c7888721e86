package io.mehari.builder;

import io.mehari.Predicate;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed step is tried again.
 *
 * @param maximum how often at the most, 0 for never, -1 for without end
 * @param delayMillis before the first time
 * @param multiplier each further delay is that many times the one before
 * @param maximumDelayMillis which no delay exceeds
 * @param jitter by which part of itself, from 0 to 1, a delay varies at random, so that not all come back at once
 * @param retryWhile asked before each time, instead of counting
 */
public record Redelivery(
        int maximum,
        long delayMillis,
        double multiplier,
        long maximumDelayMillis,
        double jitter,
        @Nullable Predicate retryWhile) {

    /** No step is tried again. */
    public static final Redelivery NEVER = new Redelivery(0, 1_000, 1, 60_000, 0, null);

    /** Whether it may happen at all. */
    public boolean isPossible() {
        return maximum != 0 || retryWhile != null;
    }

    /**
     * The delay before a further time, in milliseconds.
     *
     * @param attempt 1 for the first further time
     */
    public long delayBefore(int attempt) {
        double delay = Math.min((double) delayMillis * Math.pow(multiplier, attempt - 1), (double) maximumDelayMillis);
        if (jitter > 0) {
            delay *= 1 + jitter * (2 * ThreadLocalRandom.current().nextDouble() - 1);
        }
        return Math.round(delay);
    }
}
