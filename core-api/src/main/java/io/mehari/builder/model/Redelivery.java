package io.mehari.builder.model;

import io.mehari.Predicate;
import io.mehari.spi.Threading;
import org.jspecify.annotations.Nullable;

/**
 * How often and when a failed step is redelivered (retried).
 *
 * @param maximum the maximum number of redeliveries; 0 for none, -1 for no limit
 * @param delayMillis the delay before the first redelivery
 * @param multiplier how many times as long as the one before each delay is
 * @param maximumDelayMillis the upper limit of a delay
 * @param jitter the fraction of a delay, from 0 to 1, by which it varies at random, so that retries do not all come at
 *     once
 * @param retryWhile evaluated before each redelivery instead of counting; null to count
 */
public record Redelivery(
        int maximum,
        long delayMillis,
        double multiplier,
        long maximumDelayMillis,
        double jitter,
        @Nullable Predicate retryWhile) {

    public static final Redelivery NEVER = new Redelivery(0, 1_000, 1, 60_000, 0, null);

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
        double delay = delayWithoutJitter(attempt);
        if (jitter > 0) {
            delay *= 1 + jitter * (2 * Threading.random() - 1);
        }
        return Math.min(Math.round(delay), maximumDelayMillis);
    }

    /** The same without the part that is random. */
    public double delayWithoutJitter(int attempt) {
        return Math.min(delayMillis * Math.pow(multiplier, attempt - 1), (double) maximumDelayMillis);
    }
}
