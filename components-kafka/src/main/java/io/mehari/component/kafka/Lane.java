package io.mehari.component.kafka;

import io.mehari.connector.Admission;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Records that enter the route one after another: the records of a partition, or of one key of a partition. The next
 * one enters when the one before has ended, or has handed its send over, with which its route ends.
 */
final class Lane implements Admission.Entrant, Runnable {
    /*
     * The lock of the partition guards the fields. A lane is active from the moment it asks for a place in the route
     * until it has given that place back, or left it to a record that has handed its send over. An active lane is in
     * exactly one of four states, so nothing runs twice: it waits for a place, it waits in the queue of the pool, a
     * thread of the pool runs it, or its record is suspended in the route.
     *
     * Records that have handed their sends over go to one client in their order. If one of these sends fails while
     * others are under way, the lane is broken: no send of the lane is begun any more, the client drops what it has not
     * sent, and all these records come again. When the last of them has left the route, the lane is whole. Then it
     * sends each of them alone, so that a failure has nothing after it, and hands over again only after them.
     */
    private static final int BATCH = 64; // then another lane gets the place

    /** The key that all records of this lane have; null if they only have the partition in common. */
    final @Nullable ByteBuffer key;

    private final PartitionWork partition;
    private final RecordRoute route;
    private final ArrayDeque<RecordTask> waiting = new ArrayDeque<>();
    private boolean active;
    private boolean resting;

    /** The first record that enters the route again; each knows the next one, in the order of their offsets. */
    private @Nullable RecordTask again;

    /** How many records have handed their sends over, and have not left the route. */
    private int handed;

    private boolean full;
    private boolean broken;
    private long aloneUntil = -1;

    /** The send of a record that waits until no record has handed its send over. */
    private @Nullable Runnable parked;

    Lane(PartitionWork partition, RecordRoute route, @Nullable ByteBuffer key) {
        this.key = key;
        this.partition = partition;
        this.route = route;
    }

    // ---- called with the partition's lock

    void add(RecordTask task) {
        waiting.add(task);
    }

    /** Makes the lane active if it has records. If true, the caller must start it after releasing the lock. */
    boolean becomesActive() {
        boolean starts = !active && peek() != null;
        active |= starts;
        return starts;
    }

    private boolean mayGoOn() {
        broken &= handed > 0;
        full = full ? handed > route.settings().sendWindow / 2 : handed >= route.settings().sendWindow;
        return !resting && !broken && !full;
    }

    /** The task that {@link #poll} would return; null if none may enter the route now. */
    @Nullable
    RecordTask peek() {
        return !mayGoOn() ? null : again != null ? again : waiting.peek();
    }

    @Nullable
    RecordTask poll() {
        RecordTask first = again;
        if (first == null) {
            return waiting.poll();
        }
        again = first.nextAgain;
        first.nextAgain = null;
        return first;
    }

    boolean isEmpty() {
        return !active && !resting && handed == 0 && again == null && waiting.isEmpty();
    }

    void becomesIdle() {
        active = false;
    }

    /** A record has failed and is tried again later. The records after it wait. */
    void rest(RecordTask task) {
        comesAgain(task);
        resting = true;
    }

    /**
     * The record enters the route again, and then sends alone: because its send has failed, or may have to wait. Law S4:
     * the counts have changed, so this allocates nothing.
     */
    void comesAgain(RecordTask task) {
        RecordTask before = null;
        RecordTask after = again;
        while (after != null && after.record.offset() < task.record.offset()) {
            before = after;
            after = after.nextAgain;
        }
        task.nextAgain = after;
        if (before == null) {
            again = task;
        } else {
            before.nextAgain = task;
        }
        aloneUntil = Math.max(aloneUntil, task.record.offset());
    }

    void endRest() {
        resting = false;
    }

    // ---- sends, with the partition's lock

    /**
     * A record sends.
     *
     * @param last whether its route ends with the send
     */
    SendWay beginSend(RecordTask task, boolean last) {
        if (task.isHanded()) {
            return SendWay.ALONE; // it has been written, or has failed alone; others may wait until it has left
        }
        if (broken) {
            return SendWay.NEVER;
        }
        if (last && task.record.offset() > aloneUntil) {
            handed++;
            return SendWay.AHEAD;
        }
        return handed > 0 ? SendWay.LATER : SendWay.ALONE;
    }

    boolean isBroken() {
        return broken;
    }

    boolean mustWait() {
        return handed > 0;
    }

    void park(Runnable send) {
        parked = send;
    }

    /** The send of a record that has handed it over has failed. Returns whether this is a failure of its route. */
    boolean breaks() {
        boolean alone = handed == 1 && !broken;
        broken = true;
        return alone;
    }

    /** A record that had handed its send over has left the route. Returns a send that may begin now. */
    @Nullable
    Runnable left() {
        handed--;
        Runnable next = handed == 0 ? parked : null;
        parked = handed == 0 ? null : parked;
        return next;
    }

    // ---- running

    /** Asks for a place in the route. The lane must be active. */
    void start() {
        if (route.admission().enter(this)) {
            goOn();
        }
    }

    /** A place was taken for this lane, so it runs on the pool. Returns false if it cannot run and needs no place. */
    @Override
    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError, if no more threads can be made
    public boolean admitted() {
        try {
            route.executor().execute(this);
            return true;
        } catch (RejectedExecutionException e) {
            partition.deactivate(this); // the route has stopped
        } catch (Throwable e) {
            route.trouble("no thread was available for a record; trying again", e);
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
            route.admission().leave();
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < BATCH; i++) {
            RecordTask next = partition.take(this);
            if (next == null) {
                route.admission().leave();
                return;
            }
            if (!next.enterRoute()) {
                return;
            }
        }
        route.admission().leave();
        start();
    }
}
