package io.mehari.connector;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The delay before the next attempt, for example to connect: first none, then 100 ms, then twice as long each time, up
 * to a limit. Half of each delay is random, so that many clients do not reconnect at the same moment. Not thread-safe.
 */
public final class ReconnectDelay {
    private static final long STABLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long firstMillis;
    private final long mostMillis;
    private long next;
    private long connectedAt;

    public ReconnectDelay(Duration most) {
        this(Duration.ofMillis(100), most);
    }

    /** @param first the first delay that is not zero */
    public ReconnectDelay(Duration first, Duration most) {
        this.firstMillis = first.toMillis();
        this.mostMillis = most.toMillis();
    }

    /** The delay before the next attempt. */
    public long nextMillis() {
        long base = next;
        next = Math.min(mostMillis, base == 0 ? firstMillis : base * 2);
        return base == 0 ? 0 : base / 2 + ThreadLocalRandom.current().nextLong(base / 2 + 1);
    }

    /** A connection is there. */
    public void connected() {
        connectedAt = System.nanoTime();
    }

    /**
     * The connection is lost. If it has lasted a while, the next attempt has no delay, and this returns true; not if
     * the other side accepts connections and closes them at once.
     */
    public boolean lost() {
        boolean stable = System.nanoTime() - connectedAt > STABLE_NANOS;
        if (stable) {
            reset();
        }
        return stable;
    }

    /** Call this after a success: then the next attempt has no delay. */
    public void reset() {
        next = 0;
    }
}
