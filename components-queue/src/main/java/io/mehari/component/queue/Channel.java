package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.component.queue.ring.BorrowedRing;
import io.mehari.component.queue.ring.OneTakerRing;
import io.mehari.component.queue.ring.Ring;
import io.mehari.component.queue.ring.SpinThenPark;
import io.mehari.component.queue.ring.WaitQueue;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.StackRoom;
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
     * A message passes without a lock and without a system call as long as no thread sleeps. Ring explains why a ring
     * can be closed while messages pass, WaitQueue why no wake-up is lost.
     *
     * A thread must be attached before it takes. When a second thread is attached, all exchanges first move, in order,
     * from a ring for one taker to a ring for many. The channel does not go back.
     */
    /** How often a sender looks again: other code may take from a user's queue, and wakes no sender. */
    static final long LOOK_AGAIN_MILLIS = 20;

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MILLIS);

    private static final int STACK_TO_RESUME = 2 * StackRoom.EXECUTOR; // a sender may be a suspended exchange

    private final String name;
    private final Ring.Factory<Exchange> rings;
    private final int capacity;
    final Reply.Pending replies;
    private volatile Ring<Exchange> ring;

    final WaitQueue idleTakers = new WaitQueue();
    final WaitQueue blockedSenders = new WaitQueue(STACK_TO_RESUME);

    final LongAdder blockedNanos = new LongAdder(); // how long senders have waited for room

    private final List<DeadlockDetector.Taker> attached = new CopyOnWriteArrayList<>(); // changed under the lock

    // guarded by the lock
    private long taken; // from rings that were replaced
    private long removed; // by a purge or a close, so neither taken nor in the ring

    /**
     * Says whether the calling thread may still send; null while all threads may. Written before the ring of that time
     * is closed, and set to null before the channel is open again.
     */
    private volatile @Nullable BooleanSupplier insiders;

    private volatile boolean closed;
    private volatile boolean missesWhenFull;
    private volatile int highWaterMark;
    private volatile WaitingTimes.@Nullable Probe probe; // null unless waiting times are measured

    Channel(String name, Ring.Factory<Exchange> rings, Reply.Pending replies) {
        this.name = name;
        this.rings = rings;
        this.replies = replies;
        this.ring = rings.make(true);
        this.capacity = ring.capacity;
    }

    // ---- sending

    /** Adds at the end; false when the channel is full or closed. */
    @SuppressWarnings("CatchingUnchecked") // the stack may be full
    boolean offer(Exchange exchange) {
        WaitingTimes.Probe timer = probe;
        if (timer != null) {
            timer.sending(exchange);
        }
        if (idleTakers.needsWakeUp()) {
            StackRoom.claim(2 * StackRoom.WAKE_UP); // when the message is in the ring, a taker must be woken
        }
        Ring<Exchange> current = ring; // read before the insiders: a ring from before them is closed
        if (insiders != null && isClosedToCaller()) {
            return refused(exchange);
        }
        if (current.offer(exchange)) {
            try {
                idleTakers.wakeOneIfNeeded();
            } catch (Throwable e) { // law S4: a taker has become idle after the claim; the message is its already
                wakeTakerAnyhow();
            }
            return true;
        }
        return current.isClosed() ? offerToNext(current, exchange) : refused(exchange);
    }

    @SuppressWarnings("CatchingUnchecked")
    private void wakeTakerAnyhow() {
        try {
            idleTakers.wakeOneIfNeeded();
        } catch (Throwable e) {
            Log.warn(
                    Channel.class,
                    "A thread that waits for a message could not be woken; the next message wakes it",
                    e);
        }
    }

    private boolean offerToNext(Ring<Exchange> before, Exchange exchange) {
        for (int tries = 0; ring == before && !closed; tries++) {
            SpinThenPark.pause(tries); // it is being replaced
        }
        return closed ? refused(exchange) : offer(exchange);
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
        Exchange first = ring.poll();
        if (first == null) {
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

    /** As wakeAnotherIfDue, for a taker that has a message in hand: never throws, whatever a user's queue does. */
    @SuppressWarnings("CatchingUnchecked")
    void wakeAnotherAnyhow(WaitQueue.Waiter taker) {
        try {
            wakeAnotherIfDue(taker);
        } catch (Throwable e) {
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

    /** What has thrown has not attached the taker: it must not take from a ring for one (law S4). */
    synchronized void attach(DeadlockDetector.Taker taker) {
        boolean ready = false;
        expectReader(null);
        attached.add(taker);
        try {
            if (attached.size() > 1 && ring instanceof OneTakerRing && !closed) {
                replace(newRing(), each -> true);
            }
            ready = true;
        } finally {
            if (!ready) {
                attached.remove(taker);
            }
        }
    }

    synchronized void detach(DeadlockDetector.Taker taker) {
        attached.remove(taker);
    }

    /** Whether it has a taker that is no thread of a route: a polling consumer. */
    boolean isPolled() {
        return attached.stream().anyMatch(each -> each.getClass() == DeadlockDetector.Taker.class);
    }

    List<DeadlockDetector.Taker> takers() {
        return attached;
    }

    // ---- from outside

    /** Removes all exchanges at once. One that is offered at the same time is either removed too or stays. */
    synchronized List<Exchange> purge() {
        return takeOut(any -> true);
    }

    /** Removes the unwanted exchanges; all others stay in their order. */
    synchronized List<Exchange> takeOut(Predicate<Exchange> unwanted) {
        List<Exchange> content = new ArrayList<>();
        ring.listInto(content, Integer.MAX_VALUE);
        if (closed || content.stream().noneMatch(unwanted)) {
            return List.of();
        }
        if (!(ring instanceof BorrowedRing<Exchange> own)) {
            return replace(newRing(), unwanted.negate());
        }
        content.clear();
        own.remove(unwanted, content);
        removed += content.size();
        wakeAll();
        return content;
    }

    /**
     * From now on only routes may send. When this returns, all exchanges offered before are in the ring or were taken.
     * An offer in progress either succeeds before this returns or is refused.
     *
     * @param inside whether the calling thread carries a message through a route
     */
    synchronized void closeIntake(BooleanSupplier inside) {
        if (closed || insiders != null) {
            return;
        }
        if (ring instanceof BorrowedRing<Exchange> own) {
            insiders = inside;
            ring = own.again();
            wakeAll();
        } else {
            Ring<Exchange> next = newRing();
            insiders = inside;
            replace(next, each -> true);
        }
    }

    synchronized List<Exchange> close() {
        if (closed) {
            return List.of();
        }
        Ring<Exchange> next = ring;
        if (!ring.isBorrowed()) {
            next = new OneTakerRing<>(1);
            next.close(new ArrayList<>());
        }
        return replace(next, each -> false);
    }

    synchronized void open() {
        if (closed) {
            ring = newRing();
            insiders = null;
            closed = false;
        }
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Whether what the calling thread sends would be refused even if there is room. For one thread this does not change
     * from true to false until the channel is opened again.
     */
    boolean isClosedToCaller() {
        BooleanSupplier inside = insiders;
        return closed || (inside != null && !inside.getAsBoolean());
    }

    /**
     * Whether a search for deadlocks can rely on what it sees: not while the channel stops, or its ring is replaced.
     */
    boolean isSteady() {
        return insiders == null && !ring.isClosed();
    }

    private Ring<Exchange> newRing() {
        return ring instanceof BorrowedRing<Exchange> own ? own.again() : rings.make(attached.size() <= 1);
    }

    /**
     * Closes the ring and continues with the next one, which is empty and as large; or with a closed one, which may be
     * this. Returns the exchanges that did not move there. A sender whose offer was refused waits meanwhile. Called
     * under the lock.
     *
     * <p>After the ring was closed, an error would lose the exchanges, and leave the senders waiting (law S4). So the
     * room on the heap and on the stack is claimed before, and no code of users is called.
     */
    private List<Exchange> replace(Ring<Exchange> next, Predicate<Exchange> stays) {
        List<Exchange> content = new ArrayList<>(capacity); // with room for all
        List<Exchange> rest = new ArrayList<>(capacity);
        StackRoom.claim(STACK_TO_RESUME + StackRoom.WAKE_UP);
        closed = next == ring || next.isClosed();
        taken += ring.close(content);
        for (int i = 0; i < content.size(); i++) { // an iterator would need memory
            Exchange each = content.get(i);
            if (!stays.test(each) || !next.offer(each)) {
                Ring.keep(rest, each);
            }
        }
        removed += rest.size();
        ring = next;
        wakeAll();
        return rest;
    }

    private void wakeAll() {
        WaitingTimes.Probe timer = probe;
        if (timer != null) {
            timer.forgetAny();
        }
        idleTakers.wakeAll();
        blockedSenders.wakeAll();
    }

    // ---- looking

    String name() {
        return name;
    }

    Ring<Exchange> ring() {
        return ring;
    }

    boolean isEmpty() {
        return settled().isEmpty();
    }

    boolean isFull() {
        return ring.isFull();
    }

    int size() {
        return settled().size();
    }

    /** The ring; if one is just being replaced, and so looks empty, the next one. */
    Ring<Exchange> settled() {
        Ring<Exchange> now = ring;
        if (!now.isClosed() || closed || now.isBorrowed()) {
            return now;
        }
        synchronized (this) {
            return ring;
        }
    }

    int capacity() {
        return capacity;
    }

    synchronized QueueStatistics statistics() {
        noteSize();
        long all = taken + ring.taken();
        long enqueued = all + removed + ring.size();
        return new QueueStatistics(
                size(), capacity, highWaterMark, enqueued, all, 0, blockedNanos.sum(), 0, 0, oldestMillis());
    }

    /** Reads the first exchange while another thread may take it: at worst this is the age of a later message. */
    private long oldestMillis() {
        try {
            List<Exchange> first = new ArrayList<>(1);
            settled().listInto(first, 1);
            long created = first.isEmpty() ? 0 : first.get(0).getCreated();
            return created == 0 ? 0 : Math.max(0, System.currentTimeMillis() - created);
        } catch (RuntimeException e) {
            return 0; // it was released meanwhile, or a user's queue has thrown
        }
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

    /** Sets what learns of the first message, unless a taker is attached before; null for nothing. */
    synchronized void expectReader(@Nullable Runnable listener) {
        if (listener != null) {
            probe = new WaitingTimes.FirstMessage(listener);
        } else if (probe instanceof WaitingTimes.FirstMessage) {
            probe = null;
        }
    }

    /** Starts to time messages; null stops it. A user's queue is not timed, because other code may take from it. */
    synchronized void timeInto(WaitingTimes.@Nullable Histogram histogram) {
        probe = histogram == null || ring.isBorrowed() ? null : new WaitingTimes.Probe(histogram);
    }
}
