package io.mehari.component.queue.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A count that many threads change, and a limit for it, on cache lines of their own. */
final class PaddedCount {
    /*
     * The count is written all the time. Any field on the same cache line would be slow to read for all other threads.
     * There are 128 bytes on each side, since processors load lines of 64 bytes in pairs.
     */
    private static final long CLOSED = 1L << 62;

    private final Padded padded = new Padded();

    long get() {
        return padded.count;
    }

    boolean compareAndSet(long expected, long next) {
        return COUNT.compareAndSet(padded, expected, next);
    }

    /** Has the effect of a full fence. */
    void addAndFence(long delta) {
        COUNT.getAndAdd(padded, delta);
    }

    /** Makes the count larger than any limit, and returns what it was. */
    long close() {
        return (long) COUNT.getAndAdd(padded, CLOSED);
    }

    /** The count, without what close() has added. */
    long countOfClosed() {
        return padded.count & (CLOSED - 1);
    }

    /** The limit, perhaps an outdated one. */
    long limitAcquire() {
        return (long) LIMIT.getAcquire(padded);
    }

    void setLimitRelease(long next) {
        LIMIT.setRelease(padded, next);
    }

    // ---- layout: the fields of a superclass come first

    @SuppressWarnings("unused")
    private abstract static class Before {
        private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;
    }

    private abstract static class Fields extends Before {
        volatile long count;

        @SuppressWarnings("UnusedVariable") // through LIMIT
        long limit;
    }

    @SuppressWarnings("unused")
    private static final class Padded extends Fields {
        private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
    }

    private static final VarHandle COUNT;
    private static final VarHandle LIMIT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(Fields.class, "count", long.class);
            LIMIT = lookup.findVarHandle(Fields.class, "limit", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
