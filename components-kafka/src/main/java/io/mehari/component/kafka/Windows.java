package io.mehari.component.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The windows of all partitions that a member owns. Only its poll thread uses this object. */
final class Windows {
    private static final long EVERYTHING = Long.MAX_VALUE;

    private final Map<TopicPartition, PartitionWork> partitions;

    Windows(Map<TopicPartition, PartitionWork> partitions) {
        this.partitions = partitions;
    }

    private static Window of(PartitionWork work) {
        return Objects.requireNonNull(work.window);
    }

    private void each(Consumer<Window> action) {
        partitions.values().forEach(work -> action.accept(of(work)));
    }

    // ---- begin

    /** Whether a new transaction would have work: a record that may enter the route, or a done record to commit. */
    boolean hasWork() {
        return hasOrdinary() || rested() != null;
    }

    /**
     * Opens all windows, each up to its first suspect; or opens only the window of one suspect.
     *
     * @param wasAlone whether the last transaction was of one suspect
     * @return whether this transaction is
     */
    boolean open(Transaction transaction, boolean wasAlone) {
        PartitionWork alone = wasAlone && hasOrdinary() ? null : rested();
        RecordTask suspect = alone == null ? null : of(alone).firstSuspect();
        if (alone != null && suspect != null) {
            of(alone).open(transaction, suspect.record.offset() + 1);
            transaction.close();
            return true;
        }
        for (PartitionWork each : partitions.values()) {
            if (isOrdinary(each)) {
                RecordTask limit = of(each).firstSuspect();
                of(each).open(transaction, limit == null ? EVERYTHING : limit.record.offset());
            }
        }
        return false;
    }

    private boolean hasOrdinary() {
        return partitions.values().stream().anyMatch(each -> each.size() > 0 && isOrdinary(each));
    }

    /** Whether the first record that would enter is not a suspect. */
    private static boolean isOrdinary(PartitionWork work) {
        RecordTask first = of(work).firstOpen();
        return isReady(work) && (first == null || !first.isSuspect());
    }

    /** A partition whose first record is a suspect that may enter again; null if there is none. */
    private @Nullable PartitionWork rested() {
        long now = System.nanoTime();
        for (PartitionWork each : partitions.values()) {
            RecordTask first = of(each).firstOpen();
            if (first != null && first.isSuspect() && first.restNanos(now) <= 0 && isReady(each)) {
                return each;
            }
        }
        return null;
    }

    private static boolean isReady(PartitionWork work) {
        return !work.unanchored && of(work).isFree();
    }

    // ---- end

    boolean isComplete() {
        return partitions.values().stream().allMatch(each -> of(each).isComplete());
    }

    void close() {
        each(Window::close);
    }

    Map<TopicPartition, OffsetAndMetadata> done() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        partitions.forEach((partition, work) -> {
            OffsetAndMetadata done = of(work).doneUntil();
            if (done != null) {
                offsets.put(partition, done);
            }
        });
        return offsets;
    }

    void committed() {
        each(Window::end);
        partitions.values().forEach(PartitionWork::retire);
    }

    void end() {
        each(Window::end);
    }

    /** The transaction was aborted, so its records will enter again. Returns how many are still in the route. */
    int replaceUsed() {
        int left = 0;
        for (PartitionWork each : partitions.values()) {
            left += of(each).isUsed() ? each.inRoute() : 0;
        }
        partitions.replaceAll((partition, work) -> of(work).isUsed() ? work.replacement(0) : work);
        end();
        return left;
    }

    /** All records from the committed offsets on will enter again. A null value: the group has no committed offset. */
    void replaceAll(Map<TopicPartition, ? extends @Nullable OffsetAndMetadata> committed) {
        partitions.replaceAll((partition, work) -> {
            OffsetAndMetadata from = committed.get(partition);
            return work.replacement(from == null ? 0 : from.offset());
        });
    }
}
