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
    private final PollLoop loop;
    private final RouteConsumer consumer;

    // ---- of the poll thread
    private final ArrayDeque<RecordTask> delivered = new ArrayDeque<>();
    private @Nullable OffsetAndMetadata toCommit;
    boolean paused;

    /**
     * Whether the group has no offset of this partition yet. If so, the position where it began is committed, so that a
     * restart begins there again.
     */
    boolean unanchored;

    /** Null without transactions. */
    final @Nullable Window window;

    // ---- of all threads
    private final AtomicInteger unfinished = new AtomicInteger();
    private volatile boolean closed;

    // ---- guarded by this
    private final @Nullable Lane only;
    private final Map<ByteBuffer, Lane> lanes = new HashMap<>();
    private int inRoute;

    PartitionWork(TopicPartition topicPartition, PollLoop loop, RouteConsumer consumer) {
        this.topicPartition = topicPartition;
        this.loop = loop;
        this.consumer = consumer;
        this.only = consumer.settings().byKey ? null : new Lane(this, consumer, null);
        this.window = consumer.settings().transactionalId == null ? null : new Window(this, delivered);
    }

    // ---- the poll thread

    /** Adds the records of a poll. */
    void add(List<ConsumerRecord<byte[], byte[]>> records) {
        unfinished.addAndGet(records.size());
        List<Lane> starting = new ArrayList<>();
        synchronized (this) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                Lane lane = laneOf(record);
                RecordTask task = new RecordTask(this, lane, record, consumer);
                delivered.add(task);
                lane.add(task);
                if (lane.becomesActive()) {
                    starting.add(lane);
                }
            }
        }
        starting.forEach(Lane::start);
    }

    /** Each record without a key gets its own lane, because nothing defines an order for it. */
    private Lane laneOf(ConsumerRecord<byte[], byte[]> record) {
        Lane lane = only;
        if (lane != null) {
            return lane;
        }
        byte[] bytes = record.key();
        return bytes == null
                ? new Lane(this, consumer, null)
                : lanes.computeIfAbsent(ByteBuffer.wrap(bytes), key -> new Lane(this, consumer, key));
    }

    /** Starts the lanes again, after a pause of the route. */
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
            toCommit = first.offsetAfter();
            unanchored = false;
        }
        return delivered.size();
    }

    /** The offset before which all records are done; null if it is already committed. */
    @Nullable
    OffsetAndMetadata toCommit() {
        return toCommit;
    }

    void committed(OffsetAndMetadata offset) {
        unanchored = false;
        if (offset.equals(toCommit)) {
            toCommit = null;
        }
    }

    /** The offset of the first delivered record; -1 if there is none. */
    long firstOffset() {
        RecordTask first = delivered.peek();
        return first == null ? -1 : first.record.offset();
    }

    /** From now on, no record enters the route. */
    synchronized void close() {
        closed = true;
    }

    /**
     * Waits until no record is in the route, or until the deadline. Returns how many records are still in the route.
     */
    synchronized int awaitEmpty(long deadlineNanos) throws InterruptedException {
        long left;
        while (inRoute > 0 && !loop.isEnding() && (left = deadlineNanos - System.nanoTime()) > 0) {
            wait(Math.min(MOST_WAIT_MILLIS, Math.max(1, TimeUnit.NANOSECONDS.toMillis(left))));
        }
        return inRoute;
    }

    synchronized int inRoute() {
        return inRoute;
    }

    /** The number of records that are not committed. */
    int size() {
        return delivered.size();
    }

    /**
     * Creates the object that replaces this one after a transaction that was not committed. In the new object, no
     * record from this offset on is done.
     */
    PartitionWork replacement(long from) {
        close();
        PartitionWork next = new PartitionWork(topicPartition, loop, consumer);
        next.unanchored = unanchored;
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
        RecordTask task = new RecordTask(this, lane, before.record, consumer);
        delivered.add(task);
        if (!task.follows(before)) {
            unfinished.incrementAndGet();
            lane.add(task);
        }
    }

    // ---- the route's threads

    /**
     * Takes the next record of a lane, which enters the route now. Returns null if the lane has none; then it is idle.
     */
    synchronized @Nullable RecordTask take(Lane lane) {
        RecordTask first = closed ? null : lane.peek();
        RecordTask next = first != null && mayStart(first) ? lane.poll() : null;
        if (next == null) {
            lane.becomesIdle();
            if (lane.key != null && lane.isEmpty()) {
                lanes.remove(lane.key, lane);
            }
        } else {
            inRoute++;
        }
        return next;
    }

    private boolean mayStart(RecordTask task) {
        Window mine = window;
        return mine == null ? loop.mayStart() : !loop.isEnding() && mine.admit(task, loop.mayStart());
    }

    synchronized void deactivate(Lane lane) {
        lane.becomesIdle();
    }

    /** The lane cannot run now. The poll thread starts it again, so this needs no other thread and no timer. */
    void startLater(Lane lane) {
        deactivate(lane);
        loop.restartLater();
    }

    /** The route has finished this record, and does not get it again. */
    void done(RecordTask task) {
        leftRoute(null);
        int left = unfinished.decrementAndGet();
        if (left == 0 || left == loop.resumeAt()) {
            loop.somethingIsDone();
        }
    }

    /** The route has failed. The record enters it again after {@link #retry}. */
    void failed(RecordTask task) {
        leftRoute(task);
    }

    private synchronized void leftRoute(@Nullable RecordTask again) {
        inRoute--;
        if (again != null) {
            again.lane.rest(again);
        }
        if (inRoute == 0) {
            notifyAll();
        }
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
