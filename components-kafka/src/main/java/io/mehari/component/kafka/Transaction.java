package io.mehari.component.kafka;

import java.util.concurrent.TimeUnit;

/** One Kafka transaction: the records that are in the route in it, and the records that the route sends. */
final class Transaction {
    /*
     * A transaction is idle when none of its records is in the route and none of its sends is in flight. Only then is
     * it committed or aborted, so a send of one transaction never becomes part of the next one.
     *
     * A transaction that has failed will be aborted, and all its records enter the route again. Until then, sends of
     * the route are dropped and reported as successful. If they failed, error handlers would handle records that did
     * not cause the failure.
     *
     * All fields are guarded by this. A thread may hold the lock of a partition when it takes this lock, but never the
     * reverse.
     */
    enum Admission {
        JOINS,
        IS_DROPPED,
        COMES_TOO_LATE
    }

    private static final long MOST_WAIT_MILLIS = 50; // then it checks whether the route stops

    private final Member member;
    private final SendClient client;
    private int records;
    private int sends;
    private boolean closing;
    private boolean failed;
    private boolean over;

    Transaction(Member member, SendClient client) {
        this.member = member;
        this.client = client;
    }

    SendClient client() {
        return client;
    }

    // ---- records

    /** Whether a record may enter the route in this transaction. If so, {@link #leave} must follow. */
    synchronized boolean enter() {
        boolean enters = !failed && !over;
        records += enters ? 1 : 0;
        return enters;
    }

    void leave() {
        ended(1, 0);
    }

    // ---- sends

    /** Starts a send. If the send joins the transaction, {@link #endSend} must follow. */
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

    void endSend() {
        ended(0, 1);
    }

    private void ended(int endedRecords, int endedSends) {
        boolean isWaitedFor;
        synchronized (this) {
            records -= endedRecords;
            sends -= endedSends;
            if (isIdle()) {
                notifyAll();
            }
            isWaitedFor = isIdle() && (closing || failed);
        }
        if (isWaitedFor) {
            member.somethingIsDone();
        }
    }

    /** From now on, the transaction can only be aborted. */
    synchronized void fail() {
        failed = true;
    }

    // ---- the poll thread

    /** No more records enter. The transaction ends as soon as it is idle. */
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

    synchronized void awaitIdle(long deadlineNanos) throws InterruptedException {
        long left;
        while (!isIdle() && !member.isEnding() && (left = deadlineNanos - System.nanoTime()) > 0) {
            wait(Math.min(MOST_WAIT_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))));
        }
    }

    /** From now on, no record and no send joins the transaction. Returns whether no send is in flight. */
    synchronized boolean end() {
        over = true;
        return sends == 0;
    }
}
