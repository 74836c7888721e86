package io.mehari.component.kafka;

import java.util.Collection;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/** Decides which records of a partition may enter the route in the current transaction of the member. */
final class Window {
    /*
     * A transaction commits one offset for each partition. All records before this offset are done, in this transaction
     * or an earlier one, and no later record has entered the route. With concurrency=Key records enter in another
     * order. So a window that closes still admits each record that comes before a record which has already entered.
     *
     * Guarded by the partition: transaction, end, entered. Only the poll thread uses the other fields.
     */
    private static final long NOTHING = 0;

    private final PartitionWork partition;
    private final Collection<RecordTask> delivered;
    private @Nullable Transaction transaction;
    private long end = NOTHING;
    private long entered = -1;

    /** The work that this window's work has replaced, if one of its records was still in the route then. */
    private @Nullable PartitionWork replaced;

    Window(PartitionWork partition, Collection<RecordTask> delivered) {
        this.partition = partition;
        this.delivered = delivered;
    }

    // ---- the route's threads, with the partition's lock

    /**
     * Decides whether a record may enter the route.
     *
     * @param taking whether the route takes records; if not, only records before one that has entered are admitted
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

    /** @param limit the lowest offset that must not enter */
    void open(Transaction opened, long limit) {
        synchronized (partition) {
            transaction = opened;
            end = limit;
            entered = -1;
        }
    }

    /** No more records enter, except those before one that has already entered. */
    void close() {
        synchronized (partition) {
            end = Math.min(end, entered + 1);
        }
    }

    void end() {
        synchronized (partition) {
            transaction = null;
            end = NOTHING;
            entered = -1;
        }
    }

    boolean isUsed() {
        synchronized (partition) {
            return entered >= 0;
        }
    }

    boolean isComplete() {
        RecordTask open = firstOpen();
        synchronized (partition) {
            return open == null || open.record.offset() >= end;
        }
    }

    @Nullable
    RecordTask firstOpen() {
        return delivered.stream().filter(each -> !each.isDone()).findFirst().orElse(null);
    }

    @Nullable
    RecordTask firstSuspect() {
        return delivered.stream().filter(RecordTask::isSuspect).findFirst().orElse(null);
    }

    /** The offset after the records at the front that are done; null if the first record is not done. */
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

    /** The records of this window wait until no record of the replaced work is in the route. */
    void follows(PartitionWork before, @Nullable Window window) {
        replaced = before.inRoute() > 0 || window == null ? before : window.replaced;
    }

    /** Whether no record of an earlier transaction is in the route. */
    boolean isFree() {
        PartitionWork before = replaced;
        if (before != null && before.inRoute() == 0) {
            replaced = null;
        }
        return replaced == null;
    }
}
