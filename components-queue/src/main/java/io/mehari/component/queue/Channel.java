package io.mehari.component.queue;

import io.mehari.Exchange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The way of exchanges from many threads to one or more others: a ring, and two rooms in which threads wait. Whoever
 * takes must be attached.
 */
final class Channel {
    /*
     * A message passes without a lock and without a system call as long as nobody sleeps. See Ring for how the ring is replaced
     * under way, WaitingRoom for why no wake-up is lost.
     *
     * While one thread is attached, the ring may be one for a single taker. When a second comes, everything moves to one
     * for many before the second thread takes; the order stays. It does not move back.
     */
    private final String name;
    private final Rings rings;
    private final Ring closed;
    private volatile Ring ring;
    private final WaitingRoom idle = new WaitingRoom();
    private final WaitingRoom blocked = new WaitingRoom();

    /** Those who take. Changed under the lock. */
    private final List<Loops.Taker> attached = new CopyOnWriteArrayList<>();

    // what is counted of rings already; guarded by the lock
    private long formerlyEnqueued;
    private long formerlyTaken;

    private volatile int highWaterMark;

    /** Null unless somebody wants to know how long messages wait. */
    private volatile WaitingHistogram.@Nullable Probe probe;

    private final LongAdder blockedNanos = new LongAdder();

    Channel(String name, Rings rings) {
        this.name = name;
        this.rings = rings;
        this.ring = rings.make(true);
        this.closed = new ClosedRing(ring.capacity());
    }

    // ---- sending

    /** Adds at the end; false when the channel is full or closed. */
    boolean offer(Exchange exchange) {
        WaitingHistogram.Probe timer = probe;
        if (timer != null) {
            timer.sending(exchange);
        }
        Ring current = ring;
        if (!current.isSealed() && current.offer(exchange) && !current.cameTooLate(exchange)) {
            if (idle.needsCall()) {
                idle.call();
            }
            return true;
        }
        return current.isSealed() ? offerToNext(current, exchange) : refused(exchange);
    }

    /** While a ring is being replaced. Nothing is offered to a sealed ring a second time: see Ring.claim. */
    private boolean offerToNext(Ring sealed, Exchange exchange) {
        for (int tries = 0; ring == sealed && sealed.isSealed(); tries++) {
            Hesitation.briefly(tries);
        }
        return offer(exchange);
    }

    private boolean refused(Exchange exchange) {
        note(capacity());
        WaitingHistogram.Probe timer = probe;
        if (timer != null) {
            timer.forget(exchange);
        }
        return false;
    }

    /** The same, trying for as long as a busy taker may need to make room: less than it takes to fall asleep. */
    boolean offerBriefly(Exchange exchange) {
        for (int tries = 0; tries < Hesitation.BRIEF; tries++) {
            Hesitation.awake(tries);
            if (hasMuchRoom() && offer(exchange)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an eighth of the places is free. A sender that goes on at the first free place stays right behind the taker, and
     * each message takes the same cache lines from one to the other.
     */
    boolean hasMuchRoom() {
        return size() <= capacity() - Math.max(1, capacity() / 8);
    }

    /** The same with waiting: see {@link BlockedSender#send}; true when it was sent. */
    boolean offer(Exchange exchange, long deadline) throws InterruptedException {
        return offer(exchange) || BlockedSender.send(new Shipment.ToOne(this, exchange), this, deadline) == null;
    }

    /** For the sender: sleeps until there is room, or for no reason. */
    boolean sleepUntilRoom(Waiter sender, long deadline) {
        return blocked.sleep(sender, deadline);
    }

    /** For a sender that has been in the waiting room and is done: another may be due. */
    void passOnRoom(Waiter sender) {
        if (blocked.arrived(sender) && !ring.isFull()) {
            blocked.call();
        }
    }

    void addBlockedNanos(long nanos) {
        blockedNanos.add(nanos);
    }

    // ---- taking

    /** Takes the first; null when there is none that is complete. To be called by attached threads. */
    @Nullable
    Exchange poll() {
        Ring current = ring;
        Exchange first = current.poll();
        if (first == null || (current.isSealed() && isTooLate(current, first))) {
            return null;
        }
        if (blocked.needsCall()) {
            blocked.call();
        }
        WaitingHistogram.Probe timer = probe;
        if (timer != null) {
            timer.taken(first);
        }
        return first;
    }

    /** The ring has gone, or is just going, out of use: whoever counted it did not know of this one. */
    private boolean isTooLate(Ring sealed, Exchange first) {
        boolean tooLate = sealed.wasTakenAway(first);
        synchronized (this) {
            count(sealed);
        }
        return tooLate;
    }

    /** Sleeps until there is something to take or another reason not to wait, or for no reason; false when interrupted. */
    boolean sleepUntilMessage(Waiter taker, long deadline) {
        return idle.sleep(taker, deadline);
    }

    /** For a taker that finds nothing and goes on looking, awake: nobody need be woken for what it will find. */
    void looksForMessage(Waiter taker) {
        idle.comes(taker);
    }

    /** For a taker that has looked or been in the waiting room, and has a message or stops looking: another may be due. */
    void passOnMessage(Waiter taker) {
        if (idle.arrived(taker) && !ring.isEmpty()) {
            idle.call();
        }
    }

    /**
     * For a taker that stops looking because something went wrong: calls another, if one may be due. It does not look at the
     * ring, since a queue of the user's may have been what went wrong.
     */
    void passOnBlindly(Waiter taker) {
        if (idle.arrived(taker)) {
            idle.call();
        }
    }

    /**
     * For a taker that has looked for a while and found nothing: whichever sender was called has had the time to come. If it
     * stands still, such as a virtual thread that gets no carrier, the others are not to wait for it.
     */
    void callNextSender() {
        if (blocked.isAnybodyWaiting()) {
            blocked.call();
        }
    }

    /** One more thread will take from here. */
    synchronized void attach(Loops.Taker taker) {
        attached.add(taker);
        if (attached.size() > 1 && ring.isForOneTaker()) {
            replace(rings.make(false), true);
        }
    }

    synchronized void detach(Loops.Taker taker) {
        attached.remove(taker);
    }

    List<Loops.Taker> takers() {
        return attached;
    }

    /** Makes all who sleep for want of messages look whether they still must. */
    void nudgeTakers() {
        idle.callAll();
    }

    // ---- from outside

    /** Takes everything out, at one moment. What is offered meanwhile comes before it or stays. */
    synchronized List<Exchange> purge() {
        if (isClosed()) {
            return List.of();
        }
        Ring old = ring;
        return replace(old.isBorrowed() ? old : rings.make(attached.size() <= 1), false);
    }

    /** From now on nothing goes in; returns what was in it. */
    synchronized List<Exchange> close() {
        return isClosed() ? List.of() : replace(closed, false);
    }

    /** Opens it again after it was closed. */
    synchronized void open() {
        if (isClosed()) {
            Ring next = rings.make(attached.size() <= 1);
            next.unseal(); // one that was borrowed is the same as before
            ring = next;
        }
    }

    boolean isClosed() {
        return ring == closed;
    }

    /** Retires the ring. Called under the lock, so that one thread at a time does it. */
    private List<Exchange> replace(Ring next, boolean keep) {
        Ring old = ring;
        List<Exchange> content = old.retire();
        count(old);
        if (keep) {
            content.forEach(next::offer); // there is room: it was in a ring of the same capacity
        } else {
            formerlyEnqueued += content.size();
        }
        if (next == old) {
            old.unseal();
        } else {
            ring = next;
        }
        WaitingHistogram.Probe timer = probe;
        if (timer != null) {
            timer.forgetAny();
        }
        idle.callAll();
        blocked.callAll();
        return content;
    }

    /** Brings our own counts up to what was taken from that ring. */
    private void count(Ring some) {
        long now = some.takenForGood();
        formerlyEnqueued += now - some.counted;
        formerlyTaken += now - some.counted;
        some.counted = now;
    }

    // ---- looking

    String name() {
        return name;
    }

    /** What is in use now. */
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
        return closed.capacity();
    }

    synchronized long enqueued() {
        count(ring);
        return formerlyEnqueued + ring.size();
    }

    synchronized long taken() {
        count(ring);
        return formerlyTaken;
    }

    long blockedNanos() {
        return blockedNanos.sum();
    }

    int highWaterMark() {
        noteSize();
        return highWaterMark;
    }

    /** Looks at the size, now and then: to look each time would cost more than the queue itself. */
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

    /** Times messages from now on; with null, no more. A queue of the user's own is not timed: others take from it as well. */
    void timeInto(@Nullable WaitingHistogram histogram) {
        probe = histogram == null || ring.isBorrowed() ? null : new WaitingHistogram.Probe(histogram);
    }

    int waitingTakers() {
        return idle.waiting();
    }

    int waitingSenders() {
        return blocked.waiting();
    }
}
