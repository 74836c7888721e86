package io.mehari.support;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The delay before the next attempt, for example to connect: first none, then 100 ms, then twice as long each time, up
 * to a limit. Half of each delay is random, so that many clients do not reconnect at the same moment. Not thread-safe.
 */
public final class Backoff {
    private static final long FIRST_MILLIS = 100;

    private final long firstMillis;
    private final long mostMillis;
    private long next;

    public Backoff(long mostMillis) {
        this(FIRST_MILLIS, mostMillis);
    }

    /** @param firstMillis the first delay that is not zero */
    public Backoff(long firstMillis, long mostMillis) {
        this.firstMillis = firstMillis;
        this.mostMillis = mostMillis;
    }

    /** The delay before the next attempt. */
    public long nextMillis() {
        long base = next;
        next = Math.min(mostMillis, base == 0 ? firstMillis : base * 2);
        return base == 0 ? 0 : base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    }

    /** Call this after a success: then the next attempt has no delay. */
    public void reset() {
        next = 0;
    }
}
