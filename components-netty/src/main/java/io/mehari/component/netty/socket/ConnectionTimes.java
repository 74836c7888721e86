package io.mehari.component.netty.socket;

import java.util.concurrent.TimeUnit;

/** How long a connection has waited: for the rest of a message, for the other side to read, or for any activity. */
final class ConnectionTimes {
    /*
     * Used only by the thread of the event loop. Times are those of System.nanoTime. There is no timer for each
     * message. Instead, one task checks the connection, several times within the shortest time limit.
     */
    private static final long SHORTEST_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CHECKS = 4;

    private final long readTimeoutNanos;
    private final long writeTimeoutNanos;
    private final long idleTimeoutNanos;
    private long lastActivity = System.nanoTime();

    private boolean partial;

    private long partialSince;
    private long unwritten;
    private long unwrittenSince;

    /** @param idleTimeoutMillis 0 for no limit */
    ConnectionTimes(SocketSettings settings, long idleTimeoutMillis) {
        readTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.options.millis(SocketOptions.READ_TIMEOUT));
        writeTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.writeTimeoutMillis);
        idleTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(idleTimeoutMillis);
    }

    long checkNanos() {
        long shortest = Math.min(readTimeoutNanos, writeTimeoutNanos);
        shortest = idleTimeoutNanos == 0 ? shortest : Math.min(shortest, idleTimeoutNanos);
        return Math.max(SHORTEST_CHECK_NANOS, shortest / CHECKS);
    }

    void bytesCame() {
        active();
        messageBegins();
    }

    /** The decoders have bytes of a message. These may have come in the same read as the end of the one before. */
    void messageBegins() {
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

    /** Called at each check. Both limits start again when something was written: a slow reader is a reader. */
    void unwritten(long bytes) {
        if (bytes != unwritten) {
            active();
            unwrittenSince = lastActivity;
            unwritten = bytes;
        }
    }

    /**
     * Whether the rest of a message has not come in time. True only once.
     *
     * @param reading whether the connection reads; while it does not, the rest cannot come, and the time stands
     */
    boolean hasMessageTimedOut(boolean reading) {
        if (!reading) {
            partialSince = System.nanoTime();
        }
        boolean over = partial && System.nanoTime() - partialSince > readTimeoutNanos;
        partial &= !over;
        return over;
    }

    /** @param busy whether a message is in the route or waits for it */
    boolean isOver(boolean busy) {
        long now = System.nanoTime();
        if (unwritten > 0) {
            return now - unwrittenSince > writeTimeoutNanos;
        }
        return idleTimeoutNanos > 0 && !partial && !busy && now - lastActivity > idleTimeoutNanos;
    }
}
