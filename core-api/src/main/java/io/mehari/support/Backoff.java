package io.mehari.support;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The time until the next attempt to connect: none at first, then 100 ms, then twice as long each time, up to a limit.
 * Half of each time is random, so that many clients do not come back at the same moment. Not thread-safe.
 */
public final class Backoff {
    private static final long FIRST_MILLIS = 100;

    private final long mostMillis;
    private long next;

    public Backoff(long mostMillis) {
        this.mostMillis = mostMillis;
    }

    /** The time to wait before the attempt that comes now. */
    public long nextMillis() {
        long base = next;
        next = Math.min(mostMillis, base == 0 ? FIRST_MILLIS : base * 2);
        return base == 0 ? 0 : base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    }

    /** After a success: the next attempt comes at once. */
    public void reset() {
        next = 0;
    }
}
