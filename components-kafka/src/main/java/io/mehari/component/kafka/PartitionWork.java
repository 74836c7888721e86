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
     * Offsets: the poll thread alone touches `delivered`, the records in the order of their offsets. A record leaves it
     * from the front, when it is done; what comes after it may be done earlier. So the offset to commit is the one
     * after the last record that has left: the lowest one that is not done.
     *
     * After close() nothing enters the route any more. A record that ends later changes only its own fields: this
     * object is not among the poll thread's partitions then, so nothing of it is committed. If the partition comes
     * back, that is another object.
     */
    private static final long MOST_WAIT_MILLIS = 50; // then it looks whether the route stops

    final TopicPartition topicPartition;
    private final PollLoop loop;
    private final RouteConsumer consumer;

    // ---- of the poll thread
    private final ArrayDeque<RecordTask> delivered = new ArrayDeque<>();
    private @Nullable OffsetAndMetadata toCommit;
    boolean paused;

    /** The group has no offset of this partition yet: where it began is committed, so that a restart begins there. */
    boolean unanchored;

    /** With transactions. */
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

    /** Records without a key have a line each: nothing says in which order they belong. */
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

    /** Removes from the front what is done, and returns how many records are left. */
    int retire() {
        RecordTask first;
        while ((first = delivered.peek()) != null && first.isDone()) {
            delivered.poll();
            toCommit = first.offsetAfter();
            unanchored = false;
        }
        return delivered.size();
    }

    /** The offset before which all is done, if it is not committed yet. */
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

    /** The offset of the first record that was delivered; -1 if there is none. */
    long firstOffset() {
        RecordTask first = delivered.peek();
        return first == null ? -1 : first.record.offset();
    }

    /** From now on no record enters the route. */
    synchronized void close() {
        closed = true;
    }

    /** Waits until no record is in the route, at most until then; returns how many still are. */
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

    /** What takes its place after a transaction that was not committed: no record from that offset on is done. */
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

    /** Its lane starts when the next transaction begins. */
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

    /** The next record of a lane, which enters the route now; null if the lane has none and is idle now. */
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

    /** The lane cannot run now: the poll thread starts it again, without another thread or a timer. */
    void startLater(Lane lane) {
        deactivate(lane);
        loop.restartLater();
    }

    /** The route is done with a record, for good. */
    void done(RecordTask task) {
        leftRoute(null);
        int left = unfinished.decrementAndGet();
        if (left == 0 || left == loop.resumeAt()) {
            loop.somethingIsDone();
        }
    }

    /** The route has failed; the record enters it again after {@link #retry}. */
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
