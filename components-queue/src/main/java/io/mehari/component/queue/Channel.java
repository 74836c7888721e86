package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.Log;
import io.mehari.spi.StackRoom;
import io.mehari.spi.Threading;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Passes exchanges from sending threads to taking threads: a ring, and two queues in which threads wait. */
final class Channel {
    /*
     * A message passes without a lock and without a system call as long as no thread sleeps. Ring explains how the ring
     * is replaced while messages pass, WaitQueue why no wake-up is lost.
     *
     * A thread must be attached before it takes. When a second thread is attached, all exchanges first move, in order,
     * from a ring for one taker to a ring for many. The channel does not go back.
     */
    private static final Ring CLOSED = Ring.closed();

    /** How often a sender looks again: other code may take from a user's queue, and wakes no sender. */
    static final long LOOK_AGAIN_MILLIS = 20;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS);

    private static final int STACK_TO_RESUME = 2 * StackRoom.EXECUTOR; // a sender may be a suspended exchange

    private final String name;
    private final Ring.Factory rings;
    private final int capacity;
    final Reply.Pending replies;
    private volatile Ring ring;

    final WaitQueue idleTakers = new WaitQueue();
    final WaitQueue blockedSenders = new WaitQueue(STACK_TO_RESUME);

    final LongAdder blockedNanos = new LongAdder(); // how long senders have waited for room

    private final List<DeadlockDetector.Taker> attached = new CopyOnWriteArrayList<>(); // changed under the lock

    // guarded by the lock
    private long taken; // when count() was called last
    private long removed; // by a purge or a close, so neither taken nor in the ring

    /**
     * Says whether the calling thread may still send; null while all threads may. Written before the first draining
     * ring is in use, and set to null before the channel is open again.
     */
    private volatile @Nullable BooleanSupplier insiders;

    private volatile boolean missesWhenFull;
    private volatile int highWaterMark;
    private volatile WaitingTimes.@Nullable Probe probe; // null unless waiting times are measured

    Channel(String name, Ring.Factory rings, Reply.Pending replies) {
        this.name = name;
        this.rings = rings;
        this.replies = replies;
        this.ring = rings.make(true);
        this.capacity = ring.capacity;
    }

    // ---- sending

    /** Adds at the end; false when the channel is full or closed. */
    boolean offer(Exchange exchange) {
        WaitingTimes.Probe timer = probe;
        if (timer != null) {
            timer.sending(exchange);
        }
        if (idleTakers.needsWakeUp()) {
            StackRoom.claim(2 * StackRoom.WAKE_UP); // when the message is in the ring, a taker must be woken
        }
        Ring current = ring;
        boolean again = current.isSealed(); // a user's queue is sealed only for a while
        if (!again && current.offer(exchange)) {
            again = current.reclaimed(exchange);
            if (!again) {
                idleTakers.wakeOneIfNeeded();
                return true;
            }
        }
        return (again || current.isSealed()) ? offerToNext(current, exchange) : refused(exchange);
    }

    /** Offers to the next ring while this one is being replaced; never twice to a sealed ring: see Ring.claim. */
    private boolean offerToNext(Ring sealed, Exchange exchange) {
        for (int tries = 0; ring == sealed && sealed.isRetired(); tries++) {
            Backoff.spinThenPark(tries);
        }
        Ring next = ring;
        if (next == CLOSED) {
            return refused(exchange);
        }
        return next.isDraining() ? offerWhileDraining(next, exchange) : offer(exchange);
    }

    /** Messages from routes are accepted until the end, because they belong to messages that were accepted earlier. */
    private boolean offerWhileDraining(Ring current, Exchange exchange) {
        if (isClosedToCaller() || !current.offer(exchange)) {
            return refused(exchange);
        }
        if (current.reclaimed(exchange)) {
            return offerToNext(current, exchange);
        }
        idleTakers.wakeOneIfNeeded();
        return true;
    }

    private boolean refused(Exchange exchange) {
        note(capacity);
        WaitingTimes.Probe timer = probe;
        if (timer != null) {
            timer.forget(exchange);
        }
        return false;
    }

    /**
     * Whether an eighth of the places is free. If a sender continued at the first free place, it would stay one place
     * away from the taker, and each message would move the same cache lines between the two processors.
     */
    boolean hasMuchRoom() {
        return size() <= capacity - Math.max(1, capacity / 8);
    }

    /** Blocks a sender's thread until there is room; as {@link WaitQueue#sleep}. */
    boolean sleepUntilRoom(WaitQueue.Waiter sender, long deadline) {
        if (!ring.isBorrowed()) {
            return blockedSenders.sleep(sender, deadline);
        }
        if (!isFull()) { // a user's queue may refuse although it has room
            Threading.parkNanos(this, LOOK_AGAIN_NANOS);
        }
        return blockedSenders.sleep(sender, WaitQueue.soonerOf(deadline, LOOK_AGAIN_NANOS));
    }

    /** If true, the consumer misses messages for which there is no room, and no sender waits for room here. */
    void setMissesWhenFull(boolean misses) {
        if (missesWhenFull != misses) {
            missesWhenFull = misses;
            blockedSenders.wakeAll();
        }
    }

    boolean missesWhenFull() {
        return missesWhenFull;
    }

    /** Called by a sender that does not wait any more: wakes another if there is more room. */
    void wakeAnotherSenderIfDue(WaitQueue.Waiter sender) {
        if (blockedSenders.stopLooking(sender) && !ring.isFull()) {
            blockedSenders.wakeOne();
        }
    }

    // ---- taking

    /** As {@link Ring#poll}; only for attached threads. Throws only if no message was taken. */
    @SuppressWarnings("CatchingUnchecked") // the heap may be full when a suspended sender is to be resumed
    @Nullable
    Exchange poll() {
        if (blockedSenders.needsWakeUp()) {
            StackRoom.claim(STACK_TO_RESUME + StackRoom.WAKE_UP); // when the message is taken, a sender must be woken
        }
        Ring current = ring;
        Exchange first = current.poll();
        if (first == null || (current.isRetired() && isLost(current, first))) {
            return null;
        }
        try {
            blockedSenders.wakeOneIfNeeded();
            WaitingTimes.Probe timer = probe;
            if (timer != null) {
                timer.taken(first);
            }
        } catch (Throwable e) {
            Log.warn(Channel.class, "A sender that waits for room could not be woken", e);
        }
        return first;
    }

    /** Whether another thread owns what was polled from a retired ring. Counts that ring again, with this poll. */
    private boolean isLost(Ring retired, Exchange first) {
        boolean lost = retired.lostToRetire(first);
        synchronized (this) {
            count(retired);
        }
        return lost;
    }

    /**
     * Blocks a taker's thread until there is a message; as {@link WaitQueue#sleep}. It returns after the poll timeout
     * if this is a user's queue, because other code may add to it without waking a thread here.
     */
    boolean sleepUntilMessage(WaitQueue.Waiter taker, long deadline, long pollTimeoutMillis) {
        long end = ring.isBorrowed()
                ? WaitQueue.soonerOf(deadline, TimeUnit.MILLISECONDS.toNanos(pollTimeoutMillis))
                : deadline;
        return idleTakers.sleep(taker, end);
    }

    /** Called by a taker that has a message or stops looking for one: wakes another if there are more messages. */
    void wakeAnotherIfDue(WaitQueue.Waiter taker) {
        if (idleTakers.stopLooking(taker) && !ring.isEmpty()) {
            idleTakers.wakeOne();
        }
    }

    /** As wakeAnotherIfDue, after a failure: it may be that of a user's queue, so this does not look at the ring. */
    void wakeAnother(WaitQueue.Waiter taker) {
        if (idleTakers.stopLooking(taker)) {
            idleTakers.wakeOne();
        }
    }

    /**
     * Called by a taker that has found nothing for a while. A sender that was woken may be unable to run, such as a
     * virtual thread without a carrier thread. So the next one is woken.
     */
    void wakeNextSender() {
        if (blockedSenders.hasWaiters()) {
            blockedSenders.wakeOne();
        }
    }

    synchronized void attach(DeadlockDetector.Taker taker) {
        attached.add(taker);
        if (attached.size() > 1 && ring instanceof OneTakerRing) {
            replace(rings.make(false), each -> true);
        }
    }

    synchronized void detach(DeadlockDetector.Taker taker) {
        attached.remove(taker);
    }

    List<DeadlockDetector.Taker> takers() {
        return attached;
    }

    // ---- from outside

    /** Removes all exchanges at once. One that is offered at the same time is either removed too or stays. */
    synchronized List<Exchange> purge() {
        return isClosed() ? List.of() : replace(ring.isBorrowed() ? ring : newRing(), each -> false);
    }

    /** Removes the unwanted exchanges; all others stay in their order. */
    synchronized List<Exchange> takeOut(Predicate<Exchange> unwanted) {
        List<Exchange> content = new ArrayList<>();
        ring.listInto(content, Integer.MAX_VALUE);
        if (isClosed() || content.stream().noneMatch(unwanted)) {
            return List.of();
        }
        return ring instanceof BorrowedQueue own
                ? own.remove(content, unwanted)
                : replace(newRing(), unwanted.negate());
    }

    /**
     * From now on only routes may send. When this returns, all exchanges offered before are in the ring or were taken.
     * An offer in progress either succeeds before this returns or is refused.
     *
     * @param inside whether the calling thread carries a message through a route
     */
    synchronized void closeIntake(BooleanSupplier inside) {
        if (isClosed() || ring.isDraining()) {
            return;
        }
        insiders = inside;
        Ring next = ring instanceof BorrowedQueue own ? own.again() : newRing();
        next.drain();
        replace(next, each -> true);
    }

    synchronized List<Exchange> close() {
        return isClosed() ? List.of() : replace(CLOSED, each -> false);
    }

    synchronized void open() {
        if (isClosed()) {
            Ring next = newRing();
            next.unseal(); // a user's queue is the same as before
            insiders = null;
            ring = next;
        }
    }

    boolean isClosed() {
        return ring == CLOSED;
    }

    /**
     * Whether what the calling thread sends would be refused even if there is room. For one thread this does not change
     * from true to false until the channel is opened again. So it does not look at the state of the ring: a draining
     * ring is retired shortly before the closed ring is in use.
     */
    boolean isClosedToCaller() {
        BooleanSupplier inside = insiders;
        return isClosed() || (inside != null && !inside.getAsBoolean());
    }

    private Ring newRing() {
        return rings.make(attached.size() <= 1);
    }

    /** Replaces the ring, and returns the exchanges that did not move to the next one. Called under the lock. */
    private List<Exchange> replace(Ring next, Predicate<Exchange> stays) {
        Ring old = ring;
        boolean draining = old.isDraining();
        List<Exchange> rest = old.moveTo(next, stays);
        count(old);
        removed += rest.size();
        if (draining && next != CLOSED) {
            next.drain();
        } else if (next == old) {
            old.unseal();
        }
        if (next != old) {
            ring = next;
        }
        WaitingTimes.Probe timer = probe;
        if (timer != null) {
            timer.forgetAny();
        }
        idleTakers.wakeAll();
        blockedSenders.wakeAll();
        return rest;
    }

    /** Counts the exchanges that were taken from that ring since the last call. */
    private void count(Ring some) {
        long more = some.takenForGood() - some.counted;
        if (more != 0) { // the closed ring belongs to all channels
            taken += more;
            some.counted += more;
        }
    }

    // ---- looking

    String name() {
        return name;
    }

    Ring ring() {
        return ring;
    }

    boolean isEmpty() {
        return ring.isEmpty();
    }

    boolean isFull() {
        return ring.isFull();
    }

    int size() {
        return ring.size();
    }

    int capacity() {
        return capacity;
    }

    synchronized QueueStatistics statistics() {
        noteSize();
        count(ring);
        long enqueued = taken + removed + ring.size();
        return new QueueStatistics(size(), capacity, highWaterMark, enqueued, taken, 0, blockedNanos.sum());
    }

    /** Samples the size, because doing so for each message would cost more than the queue itself. */
    void noteSize() {
        note(size());
    }

    private void note(int size) {
        if (size > highWaterMark) {
            synchronized (this) {
                highWaterMark = Math.max(highWaterMark, size);
            }
        }
    }

    /** Starts to time messages; null stops it. A user's queue is not timed, because other code may take from it. */
    void timeInto(WaitingTimes.@Nullable Histogram histogram) {
        probe = histogram == null || ring.isBorrowed() ? null : new WaitingTimes.Probe(histogram);
    }
}
