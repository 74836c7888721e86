package io.mehari.impl;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Counts what enters and leaves one route, and tells when everything has left. */
final class Traffic {
    /*
     * Two counts that only grow, begun and ended, so that the same two additions give what is under way and what was
     * done. They lie in stripes, one for each few threads, a stripe being two cache lines wide. A thread that brings many
     * messages has a stripe of its own (Lane), and writes there without an atomic operation.
     *
     * A message is counted in by addVolatile and only then looks at the gate; whoever stops the route moves the gate and
     * only then sums up. All four accesses are volatile, so at least one of the two sees the other: no message gets in
     * behind a sum that was zero. The ended are summed up before the begun, so the difference is never less than what
     * was under way between the two sums. A lane's counts are written by release and read volatile, so who sees what a
     * thread did after it counted sees the count; a queue's worker says so that it has nothing in hand any more.
     *
     * There is no fence between a lane's count and its look at the gate. So a message that leaves while the gate is moved may
     * not tell anybody; therefore nobody waits for long without summing up again. What a lane lets in is never refused, so
     * there is no other race.
     */
    private static final int STRIDE = 16;
    private static final int STRIPES =
            Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;
    private static final int BEGUN = STRIDE;
    private static final int ENDED = STRIDE + 1;
    private static final int FAILED = STRIDE + 2;
    private static final int REFUSED = STRIDE + 3;

    private static final int OPEN = 0;
    private static final int CLOSING = 1;
    private static final int CLOSED = 2;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final long[] counts = new long[(STRIPES + 2) * STRIDE];
    private final Deque<Lane> unused = new ArrayDeque<>(); // guarded by this
    private volatile Lane[] lanes = {};
    private volatile int gate = OPEN;

    /** Counts a message in that a consumer or another route brings. What they have taken is never refused. */
    void enter() {
        addVolatile(stripe() + BEGUN);
    }

    /** The same for what the route itself has kept; false, and not counted, when the route has ended. */
    boolean enterUnlessClosed() {
        int stripe = stripe();
        addVolatile(stripe + BEGUN);
        return gate != CLOSED || refuse(stripe);
    }

    /** The same for a message from outside, which is refused as soon as the route is about to end. */
    boolean enterFromOutside() {
        int stripe = stripe();
        addVolatile(stripe + BEGUN);
        return gate == OPEN || refuse(stripe);
    }

    private boolean refuse(int stripe) {
        addVolatile(stripe + REFUSED);
        addVolatile(stripe + ENDED);
        signal();
        return false;
    }

    /** Counts it out. */
    void leave(boolean failed) {
        int stripe = stripe();
        if (failed) {
            addVolatile(stripe + FAILED);
        }
        addVolatile(stripe + ENDED);
        if (gate != OPEN) {
            signal();
        }
    }

    /** The counts of one thread at a time. They stay, and go on, when it is closed. */
    final class Lane {
        private final long[] counts = new long[3 * STRIDE];

        /** As {@link Traffic#enter}. */
        void enter() {
            incrementRelease(BEGUN);
        }

        /** As {@link Traffic#leave}, by the same thread. */
        void leave(boolean failed) {
            if (failed) {
                incrementRelease(FAILED);
            }
            incrementRelease(ENDED);
            if (gate != OPEN) {
                signal();
            }
        }

        /** Pairs with the volatile reads in sum(). */
        private void incrementRelease(int index) {
            COUNTS.setRelease(counts, index, counts[index] + 1);
        }

        void close() {
            synchronized (Traffic.this) {
                unused.push(this);
            }
        }
    }

    /** One that nobody uses, or a new one: there are never more than have been open at once. */
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

    // ---- the end

    void open() {
        gate = OPEN;
    }

    /** From now on nothing comes in from outside, and whatever leaves is noticed. */
    void closeToOutside() {
        gate = CLOSING;
    }

    void close() {
        gate = CLOSED;
    }

    private synchronized void signal() {
        notifyAll();
    }

    /** Waits until nothing is under way; false when that took longer. To be called when it is not open. */
    synchronized boolean awaitEmpty(long endNanos) throws InterruptedException {
        while (underWay() > 0) {
            long left = endNanos - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.min(left, LOOK_AGAIN_NANOS));
        }
        return true;
    }

    // ---- sums

    long underWay() {
        long ended = sum(ENDED);
        return sum(BEGUN) - ended;
    }

    /**
     * How many have left, in whatever way. While it stays the same, none has. That cannot be said of completed(), of which
     * the parts are summed up one after the other: one that is refused meanwhile may hide one that ends.
     */
    long ended() {
        return sum(ENDED);
    }

    long completed() {
        return sum(ENDED) - sum(FAILED) - sum(REFUSED);
    }

    long failed() {
        return sum(FAILED);
    }

    private long sum(int which) {
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            sum += (long) COUNTS.getVolatile(counts, stripe * STRIDE + which);
        }
        for (Lane lane : lanes) {
            sum += (long) COUNTS.getVolatile(lane.counts, which);
        }
        return sum;
    }

    // ---- access

    private void addVolatile(int index) {
        COUNTS.getAndAdd(counts, index, 1L);
    }

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);
}
