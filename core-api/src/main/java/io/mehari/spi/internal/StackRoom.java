package io.mehari.spi.internal;

/**
 * Room on the stack for what must not be left half done (law S4). A stack overflow may come from any call, also between
 * the two halves of a hand-over, or within a lock of the JDK, which is then locked for ever. After a call of {@link
 * #claim} it does not: either that call has thrown, before anything has happened, or the few calls that follow have
 * room.
 */
public final class StackRoom {
    /** For a call of an executor: it may make a thread. About 6 kB. */
    public static final int EXECUTOR = 64;

    /** For a few calls that end with an unpark. About 2 kB. */
    public static final int WAKE_UP = 20;

    private StackRoom() {}

    /** Costs a little over a nanosecond a frame, so it is not for each message. */
    public static void claim(int frames) {
        descend(frames, 1, 2, 3, 4, 5, 6);
    }

    /** All values are needed after the call, so each frame keeps them: it is large, also when it is compiled. */
    private static long descend(int left, long a, long b, long c, long d, long e, long f) {
        return left == 0 ? a : descend(left - 1, b, c, d, e, f, a) + (a ^ b ^ c ^ d ^ e ^ f);
    }
}
