package io.mehari.component.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Lets producers into a ring one by one, as long as fewer than the capacity are inside. */
final class Gate {
    /*
     * entered counts who came in; it moves by compare-and-set alone, so that no two producers pass for the last place.
     * The ring knows how many have left. limit is what entered may grow to according to the last look at that number,
     * which only grows: an old limit is too small, never too large, so it needs no order. It is read and written opaque
     * so that a long is not torn.
     */
    private final int capacity;
    private final Padded count = new Padded();

    Gate(int capacity) {
        this.capacity = capacity;
    }

    /** Enters, unless as many are inside as may be. */
    boolean enter(Ring ring) {
        Padded mine = count;
        long seen = mine.entered;
        while (true) {
            if (seen >= (long) LIMIT.getOpaque(mine)) {
                long fresh = ring.taken() + capacity;
                if (seen >= fresh) {
                    return false;
                }
                LIMIT.setOpaque(mine, fresh);
            }
            if (ENTERED.compareAndSet(mine, seen, seen + 1)) {
                return true;
            }
            seen = mine.entered;
        }
    }

    /** How many ever came in. */
    long entered() {
        return count.entered;
    }

    // ---- layout: entered is written all the time, and nothing else is to share its cache line

    @SuppressWarnings("unused")
    private abstract static class Before {
        private long p0, p1, p2, p3, p4, p5, p6, p7;
    }

    private abstract static class Fields extends Before {
        volatile long entered;

        @SuppressWarnings("UnusedVariable") // through LIMIT
        long limit;
    }

    @SuppressWarnings("unused")
    private static final class Padded extends Fields {
        private long q0, q1, q2, q3, q4, q5, q6, q7;
    }

    private static final VarHandle ENTERED;
    private static final VarHandle LIMIT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTERED = lookup.findVarHandle(Fields.class, "entered", long.class);
            LIMIT = lookup.findVarHandle(Fields.class, "limit", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
