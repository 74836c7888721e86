package io.mehari.component.netty;

import java.util.concurrent.TimeUnit;

/** How long a connection has been waiting: for the rest of a message, for room to write, or for any activity. */
final class ConnectionTimes {
    /*
     * Used only by the thread of the event loop. Times are those of System.nanoTime. There is no timer for each
     * message. Instead, one task checks the connection, several times within the shortest time limit.
     */
    private static final long SHORTEST_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CHECKS = 4;

    /** What to do with a connection. */
    enum Verdict {
        GO_ON,
        READ_TIMED_OUT,
        CLOSE
    }

    private final long readTimeoutNanos;
    private final long writeTimeoutNanos;
    private final long idleTimeoutNanos;
    private long lastActivity = System.nanoTime();

    /** Whether some bytes of a message have come, but not all. */
    private boolean partial;

    private long partialSince;
    private boolean unwritable;
    private long unwritableSince;

    /** @param idleTimeoutMillis 0 for no limit */
    ConnectionTimes(SocketSettings settings, long idleTimeoutMillis) {
        readTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.readTimeoutMillis);
        writeTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.writeTimeoutMillis);
        idleTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(idleTimeoutMillis);
    }

    /** The time from one check to the next. */
    long checkNanos() {
        long shortest = Math.min(readTimeoutNanos, writeTimeoutNanos);
        shortest = idleTimeoutNanos == 0 ? shortest : Math.min(shortest, idleTimeoutNanos);
        return Math.max(SHORTEST_CHECK_NANOS, shortest / CHECKS);
    }

    void bytesCame() {
        active();
        if (!partial) {
            partial = true;
            partialSince = lastActivity;
        }
    }

    void messageIsWhole() {
        partial = false;
    }

    /** A part of a message has come, or is expected from now on. The time limit starts again for each part. */
    void nextPart() {
        active();
        partial = true;
        partialSince = lastActivity;
    }

    boolean isPartial() {
        return partial;
    }

    void active() {
        lastActivity = System.nanoTime();
    }

    void writable(boolean writable) {
        unwritable = !writable;
        unwritableSince = System.nanoTime();
    }

    /**
     * Checks whether a time limit has expired.
     *
     * @param reading whether the connection reads; while it does not, the rest of a message cannot come
     * @param busy whether a message is in the route or waits for it
     */
    Verdict check(boolean reading, boolean busy) {
        long now = System.nanoTime();
        if (unwritable && now - unwritableSince > writeTimeoutNanos) {
            return Verdict.CLOSE;
        }
        if (partial && reading && now - partialSince > readTimeoutNanos) {
            partial = false;
            return Verdict.READ_TIMED_OUT;
        }
        boolean idle = idleTimeoutNanos > 0 && !partial && !busy && now - lastActivity > idleTimeoutNanos;
        return idle ? Verdict.CLOSE : Verdict.GO_ON;
    }
}
