package io.mehari.processor.aggregate;

import java.util.concurrent.ThreadLocalRandom;

/**
 * When a message is added again to a group that another aggregator has changed meanwhile. By default after 50 ms, then
 * after twice as long each time, up to one second, without a limit on the number of attempts.
 */
public class OptimisticLockRetryPolicy {
    private int maximumRetries;
    private long retryDelay = 50;
    private long maximumRetryDelay = 1000;
    private boolean exponentialBackOff = true;
    private boolean randomBackOff;

    public OptimisticLockRetryPolicy() {}

    /**
     * Whether to try again.
     *
     * @param retries how many times it was tried again already
     */
    public boolean shouldRetry(int retries) {
        return maximumRetries <= 0 || retries < maximumRetries;
    }

    /** The delay before the next attempt, in milliseconds; see {@link #shouldRetry} for the parameter. */
    public long getDelay(int retries) {
        long most = maximumRetryDelay > 0 ? maximumRetryDelay : Long.MAX_VALUE;
        if (randomBackOff) {
            return ThreadLocalRandom.current().nextLong(maximumRetryDelay > 0 ? most : Math.max(retryDelay, 1));
        }
        if (!exponentialBackOff || retryDelay == 0) {
            return Math.min(retryDelay, most);
        }
        boolean fits = retries < Long.numberOfLeadingZeros(retryDelay) - 1; // a larger delay would overflow
        return fits ? Math.min(retryDelay << retries, most) : most;
    }

    private static long checked(String setting, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(setting + "(" + number + ") is negative");
        }
        return number;
    }

    /** How many times a message is added again before it fails; 0 for no limit, as by default. */
    public OptimisticLockRetryPolicy maximumRetries(int maximumRetries) {
        setMaximumRetries(maximumRetries);
        return this;
    }

    /** The delay in milliseconds, or the first one with {@link #exponentialBackOff()}; 50 by default. */
    public OptimisticLockRetryPolicy retryDelay(long retryDelay) {
        setRetryDelay(retryDelay);
        return this;
    }

    /** The longest delay in milliseconds, 1000 by default; 0 for no limit. */
    public OptimisticLockRetryPolicy maximumRetryDelay(long maximumRetryDelay) {
        setMaximumRetryDelay(maximumRetryDelay);
        return this;
    }

    /** Doubles the delay each time, as by default. */
    public OptimisticLockRetryPolicy exponentialBackOff() {
        exponentialBackOff = true;
        return this;
    }

    /** Takes a random delay below the longest one, instead of {@link #exponentialBackOff()}. */
    public OptimisticLockRetryPolicy randomBackOff() {
        randomBackOff = true;
        return this;
    }

    public void setMaximumRetries(int maximumRetries) {
        this.maximumRetries = (int) checked("maximumRetries", maximumRetries);
    }

    public void setRetryDelay(long retryDelay) {
        this.retryDelay = checked("retryDelay", retryDelay);
    }

    public void setMaximumRetryDelay(long maximumRetryDelay) {
        this.maximumRetryDelay = checked("maximumRetryDelay", maximumRetryDelay);
    }

    public void setExponentialBackOff(boolean exponentialBackOff) {
        this.exponentialBackOff = exponentialBackOff;
    }

    public void setRandomBackOff(boolean randomBackOff) {
        this.randomBackOff = randomBackOff;
    }

    public int getMaximumRetries() {
        return maximumRetries;
    }

    public long getRetryDelay() {
        return retryDelay;
    }

    public long getMaximumRetryDelay() {
        return maximumRetryDelay;
    }

    public boolean isExponentialBackOff() {
        return exponentialBackOff;
    }

    public boolean isRandomBackOff() {
        return randomBackOff;
    }
}
