package io.mehari.component.kafka;

import java.util.concurrent.ThreadLocalRandom;

/** The time until the next attempt: none at first, then twice as long each time, up to a limit. */
final class Backoff {
    private static final long FIRST_MILLIS = 100;
    private static final long MOST_MILLIS = 10_000;

    private long next;

    /** Half of the time is random, so that many clients do not come back at the same moment. */
    long nextMillis() {
        long base = next;
        next = Math.min(MOST_MILLIS, base == 0 ? FIRST_MILLIS : base * 2);
        return base == 0 ? 0 : base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    }

    void reset() {
        next = 0;
    }
}
