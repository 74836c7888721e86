package io.mehari.component.kafka;

import java.util.Collection;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** Which records of a partition may enter the route in the transaction of its member. */
final class Window {
    /*
     * A transaction commits one offset for each partition: all records before it are done in this transaction or an
     * earlier one, and none after it has entered the route. With concurrency=Key records enter in another order, so a
     * window that closes still admits those that come before one which has entered.
     *
     * Guarded by the partition: transaction, end, entered. The rest is of the poll thread.
     */
    private static final long NOTHING = 0;

    private final PartitionWork partition;
    private final Collection<RecordTask> delivered;
    private @Nullable Transaction transaction;
    private long end = NOTHING;
    private long entered = -1;

    /** The work that this one has replaced, if a record of it was still in the route then. */
    private @Nullable PartitionWork replaced;

    Window(PartitionWork partition, Collection<RecordTask> delivered) {
        this.partition = partition;
        this.delivered = delivered;
    }

    // ---- the route's threads, with the partition's lock

    /**
     * Admits a record to the route, or does not.
     *
     * @param taking whether the route takes records; if not, only gaps are filled
     */
    boolean admit(RecordTask task, boolean taking) {
        long offset = task.record.offset();
        Transaction open = transaction;
        if (open == null || offset >= end || (!taking && offset > entered) || !open.enter()) {
            return false;
        }
        entered = Math.max(entered, offset);
        task.enters(open);
        return true;
    }

    // ---- the poll thread

    /** @param limit the lowest offset that may not enter */
    void open(Transaction opened, long limit) {
        synchronized (partition) {
            transaction = opened;
            end = limit;
            entered = -1;
        }
    }

    /** Nothing more enters, but for gaps. */
    void close() {
        synchronized (partition) {
            end = Math.min(end, entered + 1);
        }
    }

    /** The transaction is over. */
    void end() {
        synchronized (partition) {
            transaction = null;
            end = NOTHING;
            entered = -1;
        }
    }

    /** Whether a record has entered in this transaction. */
    boolean isUsed() {
        synchronized (partition) {
            return entered >= 0;
        }
    }

    /** Whether all records that may enter are done. */
    boolean isComplete() {
        RecordTask open = firstOpen();
        synchronized (partition) {
            return open == null || open.record.offset() >= end;
        }
    }

    /** The first record that is not done. */
    @Nullable
    RecordTask firstOpen() {
        for (RecordTask each : delivered) {
            if (!each.isDone()) {
                return each;
            }
        }
        return null;
    }

    /** The first record that has made a transaction fail. */
    @Nullable
    RecordTask firstSuspect() {
        for (RecordTask each : delivered) {
            if (each.isSuspect()) {
                return each;
            }
        }
        return null;
    }

    /** The last of the records at the front that are done; null if the first is not. */
    @Nullable
    OffsetAndMetadata doneUntil() {
        RecordTask last = null;
        for (RecordTask each : delivered) {
            if (!each.isDone()) {
                break;
            }
            last = each;
        }
        return last == null ? null : last.offsetAfter();
    }

    // ---- after a transaction that was not committed

    /** What enters after it waits until no record of it is in the route any more. */
    void follows(PartitionWork before, @Nullable Window window) {
        replaced = before.inRoute() > 0 || window == null ? before : window.replaced;
    }

    /** Whether no record is in the route from an earlier transaction. */
    boolean isFree() {
        PartitionWork before = replaced;
        if (before != null && before.inRoute() == 0) {
            replaced = null;
        }
        return replaced == null;
    }
}
