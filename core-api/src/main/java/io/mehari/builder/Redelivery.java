package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed step is redelivered (retried).
 *
 * @param maximum the maximum number of redeliveries; 0 for none, -1 for no limit
 * @param delayMillis the delay before the first redelivery
 * @param multiplier the factor by which each delay is longer than the one before
 * @param maximumDelayMillis the upper limit of a delay
 * @param jitter the fraction of a delay, from 0 to 1, by which it varies at random, so that retries do not all come at
 *     once
 * @param retryWhile evaluated before each redelivery instead of counting; null to count
 * @param whileStopping whether a step is redelivered while the route stops
 * @param pattern gives the delays, instead of the other settings; null if there is none
 */
public record Redelivery(
        int maximum,
        long delayMillis,
        double multiplier,
        long maximumDelayMillis,
        double jitter,
        @Nullable Predicate retryWhile,
        boolean whileStopping,
        @Nullable DelayPattern pattern) {

    public static final Redelivery NEVER = new Redelivery(0, 1_000, 1, 60_000, 0, null, true, null);

    /** Whether a step can be redelivered at all. */
    public boolean isPossible() {
        return maximum != 0 || retryWhile != null;
    }

    /**
     * The delay before a redelivery, in milliseconds.
     *
     * @param attempt 1 for the first redelivery
     */
    public long delayBefore(int attempt) {
        if (pattern != null) {
            return pattern.delayBefore(attempt);
        }
        double delay = (double) delayMillis * Math.pow(multiplier, attempt - 1);
        delay = Math.min(delay, (double) maximumDelayMillis);
        if (jitter > 0) {
            delay *= 1 + jitter * (2 * Threading.random() - 1);
        }
        return Math.min(Math.round(delay), maximumDelayMillis);
    }
}
