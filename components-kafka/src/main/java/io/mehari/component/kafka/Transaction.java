package io.mehari.component.kafka;

import java.util.concurrent.TimeUnit;

/** One transaction of Kafka: the records that are in the route in it, and what the route sends. */
final class Transaction {
    /*
     * A transaction is idle when none of its records is in the route and none of its sends is on its way. Only then it
     * is committed or aborted, so no send of one transaction gets into the next one.
     *
     * Once it has failed it will be aborted, and all its records enter the route again. Until then the route gets no
     * failure of a send any more, because that would make error handlers act on records which have done no wrong: what
     * it sends is dropped, and reported as sent.
     *
     * All fields are guarded by this. The lock of a partition may be held when this one is taken, never the reverse.
     */
    enum Admission {
        JOINS,
        IS_DROPPED,
        COMES_TOO_LATE
    }

    private static final long MOST_WAIT_MILLIS = 50; // then it looks whether the route stops

    private final PollLoop loop;
    private final SendClient client;
    private int records;
    private int sends;
    private boolean closing;
    private boolean failed;
    private boolean over;

    Transaction(PollLoop loop, SendClient client) {
        this.loop = loop;
        this.client = client;
    }

    SendClient client() {
        return client;
    }

    // ---- records

    /** Returns whether a record may enter the route in this transaction; if so, {@link #leave} follows. */
    synchronized boolean enter() {
        boolean enters = !failed && !over;
        records += enters ? 1 : 0;
        return enters;
    }

    void leave() {
        boolean idle;
        synchronized (this) {
            records--;
            idle = isWaitedFor();
        }
        wakeIf(idle);
    }

    // ---- sends

    /** If it joins, {@link #endSend} follows. */
    synchronized Admission beginSend() {
        if (failed) {
            return Admission.IS_DROPPED;
        }
        if (over) {
            return Admission.COMES_TOO_LATE;
        }
        sends++;
        return Admission.JOINS;
    }

    /** For a sender that might go on at once. */
    synchronized int sends() {
        return sends;
    }

    /** The client has nothing more to do with a send. */
    void endSend() {
        boolean idle;
        synchronized (this) {
            sends--;
            idle = isWaitedFor();
        }
        wakeIf(idle);
    }

    private boolean isWaitedFor() {
        boolean idle = records == 0 && sends == 0;
        if (idle) {
            notifyAll();
        }
        return idle && (closing || failed);
    }

    private void wakeIf(boolean waitedFor) {
        if (waitedFor) {
            loop.somethingIsDone();
        }
    }

    /** It will be aborted. */
    synchronized void fail() {
        failed = true;
    }

    // ---- the poll thread

    /** It ends as soon as it is idle. */
    synchronized void close() {
        closing = true;
    }

    synchronized boolean isClosing() {
        return closing;
    }

    synchronized boolean hasFailed() {
        return failed;
    }

    synchronized boolean isIdle() {
        return records == 0 && sends == 0;
    }

    /** Waits until it is idle, at most until then. */
    synchronized void awaitIdle(long deadlineNanos) throws InterruptedException {
        long left;
        while (!isIdle() && !loop.isEnding() && (left = deadlineNanos - System.nanoTime()) > 0) {
            wait(Math.min(MOST_WAIT_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))));
        }
    }

    /** From now on nothing joins it. Returns whether no send is on its way. */
    synchronized boolean end() {
        over = true;
        return sends == 0;
    }
}
