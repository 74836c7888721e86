package io.mehari.component.kafka;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Records that enter the route one after another: the records of a partition, or of one key of a partition. */
final class Lane implements Runnable {
    /*
     * The lock of the partition guards waiting, active and retried. A lane is active from the moment it asks for a
     * place in the route until it has given that place back. An active lane is in exactly one of four states, so
     * nothing runs twice: it waits in the gate, it waits in the queue of the pool, a thread of the pool runs it, or its
     * record is suspended in the route.
     */
    private static final int BATCH = 64; // then another lane gets the place

    /** The key that all records of this lane have; null if they only have the partition in common. */
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

    /**
     * Makes the lane active if it has records. If this returns true, the caller must start it after releasing the lock.
     */
    boolean becomesActive() {
        boolean starts = !active && !resting && (retried != null || !waiting.isEmpty());
        active |= starts;
        return starts;
    }

    /** The task that {@link #poll} would return. */
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

    /** A record has failed and is tried again later. The records after it wait. The lane is idle until then. */
    void rest(RecordTask task) {
        retried = task;
        resting = true;
        active = false;
    }

    void endRest() {
        resting = false;
    }

    // ---- running

    /** Asks for a place in the route. The lane must be active. */
    void start() {
        if (consumer.gate().enter(this)) {
            goOn();
        }
    }

    /**
     * The gate has taken a place for this lane, so it runs on the pool. Returns false if it cannot run and needs no
     * place.
     */
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be made
    boolean admitted() {
        try {
            consumer.executor().execute(this);
            return true;
        } catch (RejectedExecutionException e) {
            partition.deactivate(this); // the route has stopped
        } catch (Throwable e) {
            consumer.trouble("no thread was available for a record; trying again", e);
            partition.startLater(this);
        }
        return false;
    }

    /**
     * Runs the lane on the pool, because it has a place. It is called when the lane has got the place, or when the
     * route has finished a record that was suspended. Any thread may call it.
     */
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
