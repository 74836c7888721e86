package io.mehari.impl.engine;

import io.mehari.impl.base.Signal;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Counts the exchanges that enter and leave one route, and lets a stop wait until all have left. */
public final class InflightCounter {
    /*
     * There are two counts that only grow, begun and ended; their difference is the number in flight. They lie in
     * stripes, each for a few threads and two cache lines wide. A thread that brings many messages has a stripe of its
     * own (Lane), where it writes without an atomic operation.
     *
     * A thread that brings a message first counts it (addVolatile) and then reads the gate. A thread that stops the
     * route first moves the gate and then sums up the counts. All four accesses are volatile, so at least one of the
     * two threads sees the other's write: no message enters after a sum that was zero. `ended` is summed up before
     * `begun`, so the difference is never less than the number in flight between the two sums. The counts of a lane are
     * written with release and read as volatile. So a thread that sees what another thread wrote after counting also
     * sees the count. The workers of queues rely on this (see Worker).
     *
     * There is no fence between the count of a lane and its read of the gate. So a thread whose message leaves while
     * the gate is moved may not notify the stop. Therefore a waiting stop sums up again every few milliseconds. A lane
     * never refuses a message, so there is no other race.
     */
    private static final int STRIDE = 16;
    private static final int STRIPES =
            Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;
    private static final int BEGUN = STRIDE;
    private static final int ENDED = STRIDE + 1;
    private static final int FAILED = STRIDE + 2;
    private static final int UNCOUNTED = STRIDE + 3; // was not let in, or was no message: neither completed nor failed
    public static final int REDELIVERED = STRIDE + 4;
    public static final int HANDLED = STRIDE + 5;
    public static final int DEAD = STRIDE + 6;
    public static final int DISCARDED = STRIDE + 7;
    public static final int REFUSED = STRIDE + 8;

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long[] counts = new long[(STRIPES + 2) * STRIDE];
    private final Deque<Lane> unused = new ArrayDeque<>(); // guarded by this
    private volatile Lane[] lanes = {};
    private volatile int gate = OPEN;

    /** For threads that wait until nothing is in flight. */
    private final Signal left = new Signal();

    /**
     * Counts in a message from a consumer or another route, which is never refused. Or a group, whose caller is counted
     * in already.
     */
    public void enter() {
        addVolatile(stripe() + BEGUN);
    }

    /**
     * As enter(), for a message that the route stored before, such as a group. If the route has ended, returns false
     * and does not count.
     */
    public boolean enterUnlessClosed() {
        return enterUpTo(CLOSING);
    }

    /** Counts out a thread that was counted in and was no message, so that it shows in no statistics. */
    public void leaveUncounted() {
        refuse(stripe());
    }

    /** As enter(), for a message from outside. If the route is stopping, returns false and does not count. */
    boolean enterFromOutside() {
        return enterUpTo(OPEN);
    }

    private boolean enterUpTo(int last) {
        int stripe = stripe();
        addVolatile(stripe + BEGUN);
        if (gate <= last) {
            return true;
        }
        refuse(stripe);
        return false;
    }

    private void refuse(int stripe) {
        addVolatile(stripe + UNCOUNTED);
        addVolatile(stripe + ENDED);
        left.all();
    }

    /** Counts out a message. */
    void leave(boolean failed) {
        int stripe = stripe();
        if (failed) {
            addVolatile(stripe + FAILED);
        }
        addVolatile(stripe + ENDED);
        if (gate != OPEN) {
            left.all();
        }
    }

    /** The counts of one thread at a time. They remain valid when the lane is closed and reused. */
    final class Lane {
        private final long[] counts = new long[3 * STRIDE];

        /** Same as {@link InflightCounter#enter}. */
        void enter() {
            incrementRelease(BEGUN);
        }

        /** Like {@link InflightCounter#leave}, by the same thread. */
        void leave(boolean failed) {
            if (failed) {
                incrementRelease(FAILED);
            }
            incrementRelease(ENDED);
            if (gate != OPEN) {
                left.all();
            }
        }

        /** Pairs with the volatile reads in sum(). */
        private void incrementRelease(int index) {
            COUNTS.setRelease(counts, index, counts[index] + 1);
        }

        public void close() {
            synchronized (InflightCounter.this) {
                unused.push(this);
            }
        }
    }

    /** An unused lane, or a new one; there are never more than were open at once. */
    synchronized Lane openLane() {
        if (!unused.isEmpty()) {
            return unused.pop();
        }
        Lane made = new Lane();
        Lane[] all = Arrays.copyOf(lanes, lanes.length + 1);
        all[lanes.length] = made;
        lanes = all;
        return made;
    }

    private static int stripe() {
        return ((int) Thread.currentThread().getId() & (STRIPES - 1)) * STRIDE;
    }

    // ---- stopping

    public void open() {
        gate = OPEN;
    }

    /** Refuses messages from outside from now on, and signals each message that leaves. */
    public void closeToOutside() {
        gate = CLOSING;
    }

    public void close() {
        gate = CLOSED;
    }

    /** Waits until nothing is in flight; false if this took too long. Call it only when the gate is not open. */
    public boolean awaitEmpty(long endNanos) throws InterruptedException {
        return left.await(() -> current() <= 0, endNanos, LOOK_AGAIN_NANOS);
    }

    // ---- sums

    public long current() {
        long ended = ended();
        return sum(BEGUN) - ended;
    }

    /**
     * The number of messages that have left in any way. While it stays the same, none has left. This is not true of
     * completed(), which adds up several counts one after the other: a message that is refused meanwhile may hide one
     * that ends.
     */
    public long ended() {
        return sum(ENDED);
    }

    public long completed() {
        return sum(ENDED) - sum(FAILED) - sum(UNCOUNTED);
    }

    /** Adds to one of the counts that are not of the way of a message. */
    public void count(int which, long number) {
        COUNTS.getAndAdd(counts, stripe() + which, number);
    }

    /** One of these counts. */
    public long counted(int which) {
        return sum(which);
    }

    public long failed() {
        return sum(FAILED);
    }

    private long sum(int which) {
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            sum += getVolatile(counts, stripe * STRIDE + which);
        }
        for (Lane lane : lanes) {
            sum += getVolatile(lane.counts, which);
        }
        return sum;
    }

    // ---- access

    private void addVolatile(int index) {
        COUNTS.getAndAdd(counts, index, 1L);
    }

    private static long getVolatile(long[] counts, int index) {
        return (long) COUNTS.getVolatile(counts, index);
    }

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
}
