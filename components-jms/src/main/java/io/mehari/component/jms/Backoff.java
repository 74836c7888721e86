package io.mehari.component.jms;

import java.util.concurrent.ThreadLocalRandom;

/** The time until the next attempt to connect: none at first, then twice as long each time, up to a limit. */
final class Backoff {
    private static final long FIRST_MILLIS = 100;

    private final long mostMillis;
    private long next;

    Backoff(long mostMillis) {
        this.mostMillis = mostMillis;
    }

    /** Half of the time is random, so that many clients do not come back at the same moment. */
    long nextMillis() {
        long base = next;
        next = Math.min(mostMillis, base == 0 ? FIRST_MILLIS : base * 2);
        return base == 0 ? 0 : base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    }

    void reset() {
        next = 0;
    }
}
