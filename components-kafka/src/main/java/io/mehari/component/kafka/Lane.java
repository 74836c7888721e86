package io.mehari.component.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Records that enter the route one after another: those of a partition, or those of one key of a partition. */
final class Lane implements Runnable {
    /*
     * Guarded by the partition: waiting, active, retried. A lane is active from the moment it asks for a place in the
     * route until it has given that place back. While it is active it is in the gate's line, in the pool's queue, on a
     * thread of the pool, or its record is suspended in the route: one of them, so nothing runs twice.
     */
    private static final int BATCH = 64; // then other lanes get the place

    /** What the records have in common; null if nothing else than the partition. */
    final @Nullable ByteBuffer key;

    private final PartitionWork partition;
    private final RouteConsumer consumer;
    private final ArrayDeque<RecordTask> waiting = new ArrayDeque<>();
    private boolean active;
    private boolean resting;
    private @Nullable RecordTask retried;

    Lane(PartitionWork partition, RouteConsumer consumer, @Nullable ByteBuffer key) {
        this.key = key;
        this.partition = partition;
        this.consumer = consumer;
    }

    // ---- called with the partition's lock

    void add(RecordTask task) {
        waiting.add(task);
    }

    /** Whether the lane is to be started by the caller, after it has released the lock. */
    boolean becomesActive() {
        boolean starts = !active && !resting && (retried != null || !waiting.isEmpty());
        active |= starts;
        return starts;
    }

    /** What {@link #poll} would return. */
    @Nullable
    RecordTask peek() {
        return retried == null ? waiting.peek() : retried;
    }

    @Nullable
    RecordTask poll() {
        RecordTask next = retried;
        retried = null;
        return next == null ? waiting.poll() : next;
    }

    boolean isEmpty() {
        return !active && !resting && retried == null && waiting.isEmpty();
    }

    void becomesIdle() {
        active = false;
    }

    /** A record has failed and comes again after a while; those after it wait. The lane is idle until then. */
    void rest(RecordTask task) {
        retried = task;
        resting = true;
        active = false;
    }

    void endRest() {
        resting = false;
    }

    // ---- running

    /** Asks for a place in the route; the lane is active. */
    void start() {
        if (consumer.gate().enter(this)) {
            goOn();
        }
    }

    /** A place was taken for this lane. Returns false if it has no use for it. */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be made
    boolean admitted() {
        try {
            consumer.executor().execute(this);
            return true;
        } catch (RejectedExecutionException e) {
            partition.deactivate(this); // the route has stopped
        } catch (Throwable e) {
            consumer.trouble("no thread could be had for a record, and is asked for again", e);
            partition.startLater(this);
        }
        return false;
    }

    /** The lane has a place: it is new, or the route is done with a record that was suspended; on any thread. */
    void goOn() {
        if (!admitted()) {
            consumer.gate().leave();
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < BATCH; i++) {
            RecordTask next = partition.take(this);
            if (next == null) {
                consumer.gate().leave();
                return;
            }
            if (!next.enterRoute()) {
                return;
            }
        }
        consumer.gate().leave();
        start();
    }
}
