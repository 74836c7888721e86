package io.mehari.component.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A partition that this consumer owns, from its assignment until it goes to another member. */
final class PartitionWork {
    /*
     * Offsets: only the poll thread uses `delivered`, which has the records in the order of their offsets. A record is
     * removed from its front when it is done. Later records may be done earlier. So the offset to commit is the one
     * after the last removed record: the lowest offset that is not done.
     *
     * After close() no record enters the route any more. A record that ends later changes only its own fields: the poll
     * thread does not use this object any more, so nothing of it is committed. If the partition comes back, it gets a
     * new object.
     */
    private static final long MOST_WAIT_MILLIS = 50; // then it checks whether the route stops

    final TopicPartition topicPartition;
    private final Member member;
    private final RecordRoute route;

    // ---- of the poll thread
    private final ArrayDeque<RecordTask> delivered = new ArrayDeque<>();
    private @Nullable OffsetAndMetadata toCommit;
    private long committedUntil = -1;
    private long bytes; // of the delivered records
    private boolean full;
    boolean paused;

    /** The group has no offset of this partition yet: commits where it began, so that a restart begins there. */
    boolean unanchored;

    final @Nullable Window window;

    // ---- of all threads
    private final AtomicInteger unfinished = new AtomicInteger();
    private volatile int resumeAt;
    private volatile boolean closed;

    // ---- guarded by this
    private final @Nullable Lane only;
    private final Map<ByteBuffer, Lane> lanes = new HashMap<>();
    private int inRoute;

    PartitionWork(TopicPartition topicPartition, Member member, RecordRoute route) {
        this.topicPartition = topicPartition;
        this.member = member;
        this.route = route;
        this.only = route.settings().byKey ? null : new Lane(this, route, null);
        this.window = route.settings().transactionalId == null ? null : new Window(this, delivered);
    }

    // ---- the poll thread

    void add(List<ConsumerRecord<byte[], byte[]>> records) {
        unfinished.addAndGet(records.size());
        List<Lane> starting = new ArrayList<>();
        synchronized (this) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                Lane lane = laneOf(record);
                RecordTask task = new RecordTask(this, lane, record, route);
                deliver(task);
                lane.add(task);
                if (lane.becomesActive()) {
                    starting.add(lane);
                }
            }
        }
        starting.forEach(Lane::start);
    }

    private void deliver(RecordTask task) {
        delivered.add(task);
        bytes += task.bytes;
    }

    /** Whether it has enough records: then it is not read until half of them are done (law K3). */
    boolean isFull() {
        int left = delivered.size();
        if (full) {
            full = left > resumeAt;
        } else if (left >= route.settings().maxPollRecords || bytes >= route.settings().maxHeldBytes) {
            full = true;
            resumeAt = half();
            if (unfinished.get() <= resumeAt) { // too late for done() to notice
                member.somethingIsDone();
            }
        }
        return full;
    }

    /** How many records are left when half of them are done, and half of the bytes. */
    private int half() {
        int left = delivered.size();
        int most = left / 2;
        long rest = bytes;
        for (RecordTask each : delivered) { // from the front, since that is how they are removed
            if (left <= most && rest <= bytes / 2) {
                break;
            }
            rest -= each.bytes;
            left--;
        }
        return left;
    }

    /** Each record without a key gets its own lane, because nothing defines an order for it. */
    private Lane laneOf(ConsumerRecord<byte[], byte[]> record) {
        Lane lane = only;
        if (lane != null) {
            return lane;
        }
        byte[] bytes = record.key();
        return bytes == null
                ? new Lane(this, route, null)
                : lanes.computeIfAbsent(ByteBuffer.wrap(bytes), key -> new Lane(this, route, key));
    }

    void restart() {
        List<Lane> starting = new ArrayList<>();
        synchronized (this) {
            for (RecordTask each : delivered) {
                if (each.lane.becomesActive()) {
                    starting.add(each.lane);
                }
            }
        }
        starting.forEach(Lane::start);
    }

    /** Removes the records at the front that are done, and returns how many records are left. */
    int retire() {
        RecordTask first;
        while ((first = delivered.peek()) != null && first.isDone()) {
            delivered.poll();
            bytes -= first.bytes;
            toCommit = first.offsetAfter();
            anchored();
        }
        return delivered.size();
    }

    /** The offset before which all records are done; null if it is already committed. */
    @Nullable
    OffsetAndMetadata toCommit() {
        return toCommit;
    }

    long committedUntil() {
        return committedUntil;
    }

    /**
     * The topic was deleted. If it is made again, a record that ends then has an offset of the new topic. Until then
     * nothing is committed: the client may still have its position in the old one.
     */
    void forgetCommit() {
        toCommit = null;
        committedUntil = Long.MAX_VALUE;
        unanchored = false;
    }

    /** From now on a restart goes on from where this has begun, or later. */
    private void anchored() {
        if (unanchored) {
            unanchored = false;
            route.hasBegun(topicPartition);
        }
    }

    void committed(OffsetAndMetadata offset) {
        anchored();
        committedUntil = offset.offset();
        if (offset.equals(toCommit)) {
            toCommit = null;
        }
    }

    long firstOffset() {
        RecordTask first = delivered.peek();
        return first == null ? -1 : first.record.offset();
    }

    synchronized void close() {
        closed = true;
    }

    /** Waits until no record is in the route, or until the deadline. Returns how many are still in the route. */
    synchronized int awaitEmpty(long deadlineNanos) throws InterruptedException {
        long left;
        while (inRoute > 0 && !member.isEnding() && (left = deadlineNanos - System.nanoTime()) > 0) {
            wait(Math.min(MOST_WAIT_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))));
        }
        return inRoute;
    }

    synchronized int inRoute() {
        return inRoute;
    }

    int size() {
        return delivered.size();
    }

    /** Replaces this one after a transaction that was not committed. No record from this offset on is done. */
    PartitionWork replacement(long from) {
        close();
        PartitionWork next = new PartitionWork(topicPartition, member, route);
        next.unanchored = unanchored;
        next.committedUntil = committedUntil;
        next.paused = paused;
        if (next.window != null) {
            next.window.follows(this, window);
        }
        for (RecordTask each : delivered) {
            if (each.record.offset() >= from) {
                next.addAgain(each);
            }
        }
        return next;
    }

    /** Adds the record of the earlier transaction. Its lane starts when the next transaction begins. */
    private synchronized void addAgain(RecordTask before) {
        Lane lane = laneOf(before.record);
        RecordTask task = new RecordTask(this, lane, before.record, route);
        deliver(task);
        if (!task.follows(before)) {
            unfinished.incrementAndGet();
            lane.add(task);
        }
    }

    // ---- the route's threads

    /** Takes the next record of a lane, which enters the route now. Null if there is none: then the lane is idle. */
    synchronized @Nullable RecordTask take(Lane lane) {
        RecordTask first = closed ? null : lane.peek();
        RecordTask next = first != null && mayStart(first) ? lane.poll() : null;
        if (next == null) {
            lane.becomesIdle();
            forgetIfEmpty(lane);
        } else {
            inRoute++;
        }
        return next;
    }

    private void forgetIfEmpty(Lane lane) {
        if (lane.key != null && lane.isEmpty()) {
            lanes.remove(lane.key, lane);
        }
    }

    private boolean mayStart(RecordTask task) {
        Window current = window;
        return current == null ? member.mayStart() : !member.isEnding() && current.admit(task, member.mayStart());
    }

    synchronized void deactivate(Lane lane) {
        lane.becomesIdle();
    }

    /** The lane cannot run now. The poll thread starts it again, so this needs no other thread and no timer. */
    void startLater(Lane lane) {
        deactivate(lane);
        member.restartLater();
    }

    /** The route has finished this record, and does not get it again. */
    void done(RecordTask task) {
        leftRoute(task, Outcome.DONE);
        int left = unfinished.decrementAndGet();
        if (left == 0 || left == resumeAt) {
            member.somethingIsDone();
        }
    }

    /** The route has failed. The record enters it again after {@link #retry}. */
    void failed(RecordTask task, boolean moved) {
        leftRoute(task, moved ? Outcome.RESTS : Outcome.RESTS_WITH_LANE);
    }

    /** The record was not sent because the send of another one has failed. Its lane takes it again. */
    void recalled(RecordTask task) {
        leftRoute(task, Outcome.RECALLED);
    }

    private enum Outcome {
        DONE,
        RECALLED,
        RESTS,
        RESTS_WITH_LANE
    }

    private void leftRoute(RecordTask task, Outcome outcome) {
        Lane lane = task.lane;
        Runnable send;
        boolean starts;
        synchronized (this) {
            inRoute--;
            if (outcome == Outcome.RECALLED) {
                lane.comesAgain(task);
            } else if (outcome != Outcome.DONE) {
                lane.rest(task);
            }
            if (outcome == Outcome.RESTS_WITH_LANE) {
                lane.becomesIdle();
            }
            send = task.isHanded() ? lane.left() : null;
            starts = !closed && lane.becomesActive();
            forgetIfEmpty(lane);
            if (inRoute == 0) {
                notifyAll();
            }
        }
        if (send != null) {
            send.run();
        }
        if (starts) {
            lane.start();
        }
    }

    // ---- sends of the records themselves

    /** @param last whether the route of the record ends with the send */
    synchronized SendWay beginSend(RecordTask task, boolean last) {
        SendWay way = task.lane.beginSend(task, last && !closed);
        if (way == SendWay.AHEAD) {
            task.handsOver();
        }
        return way;
    }

    /** Passes the send on when all records of the lane that have handed their sends over have left the route. */
    void sendLater(RecordTask task, Runnable send) {
        synchronized (this) {
            if (task.lane.mustWait()) {
                task.lane.park(send);
                return;
            }
        }
        send.run();
    }

    synchronized boolean isBroken(Lane lane) {
        return lane.isBroken();
    }

    /** Returns whether the failure is one of the record's route; else the record enters the route again. */
    synchronized boolean sendHasFailed(RecordTask task, boolean ahead, boolean byOthers) {
        boolean own = ahead ? task.lane.breaks() : task.isHanded() || !task.lane.isBroken();
        return own && !byOthers;
    }

    void retry(Lane lane) {
        boolean starts;
        synchronized (this) {
            lane.endRest();
            starts = !closed && lane.becomesActive();
        }
        if (starts) {
            lane.start();
        }
    }
}
