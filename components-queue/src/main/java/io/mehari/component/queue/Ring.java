package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeFactory;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The storage of a {@link Channel}: a bounded queue that never blocks, and can be retired while threads use it. */
abstract class Ring {
    /*
     * How a ring is retired. A channel replaces its ring when it is purged or closed, and when a second thread begins
     * to take from a ring for one taker. Meanwhile other threads may be in an offer or a poll, because these take no
     * lock. So retire() first marks the ring and then reads its content. An offer and a poll read the mark after they
     * have succeeded:
     *
     *     offer: move producers' index   poll: move takers' index   retire: set the mark
     *            look at the mark              look at the mark             look at the indices, and between them
     *
     * Each is a write followed by a read, with a full fence (a compare-and-set or an explicit one) between the two. So
     * if a thread does not see the mark, retire() sees the index that this thread has moved: it finds an exchange that
     * was offered, and skips one that was polled. If a thread sees the mark, two threads may compete for one exchange:
     * retire() and the thread that polled it, or the thread that offered it and one of these two. claim() gives it to
     * the first caller. A sender calls claim() only while its exchange is still in the ring. Otherwise another thread
     * has polled it, perhaps before the mark was set and so without a claim. So in the end every exchange has one
     * owner. A sender that has reclaimed its exchange offers it to the next ring.
     *
     * While a ring is being retired, an offer may be refused although another sender reclaims its exchange directly
     * afterwards. The mark costs one read of a field that rarely changes; the fence is needed anyway, because the same
     * threads must then check for waiting threads (WaitQueue).
     *
     * When a context is about to stop, its rings are replaced by rings that are marked as draining from the beginning:
     * takers take as before, but only senders that belong to a route may add (Channel.closeIntake).
     */
    private static final int OPEN = 0;
    private static final int DRAINING = 1;
    private static final int RETIRED = 2;
    private static final int CLOSED = 3;

    final int capacity;

    private volatile int state = OPEN;
    private final Set<Exchange> claimed = Collections.newSetFromMap(new IdentityHashMap<>(0));
    private long lost;
    long counted; // how many of the exchanges taken are in the channel's own count; guarded by the channel

    Ring(int capacity) {
        this.capacity = capacity;
    }

    /** Creates rings of one kind and capacity. */
    @FunctionalInterface
    interface Factory {
        /** Creates a ring; if {@code oneTaker}, one thread at a time takes from it. */
        Ring make(boolean oneTaker);
    }

    /** A ring that stays empty. */
    static Ring closed() {
        Ring closed = new OneTakerRing(1);
        closed.state = CLOSED;
        return closed;
    }

    /** Adds an exchange at the end; false if there is no room. Ends with a full fence. */
    abstract boolean offer(Exchange exchange);

    /** Takes the first exchange, and ends with a full fence; null if there is none, or if it is not written yet. */
    abstract @Nullable Exchange poll();

    /** True if every exchange offered so far, including offers in progress, has been taken. Read after a full fence. */
    abstract boolean isEmpty();

    /** Whether an offer would fail. Read after a full fence. */
    boolean isFull() {
        return size() >= capacity;
    }

    abstract int size();

    /** The number of exchanges ever taken. It is incremented before the exchange is read. */
    abstract long taken();

    /** Whether other code may add and take, because this is a user's queue: threads must sleep with a time limit. */
    boolean isBorrowed() {
        return false;
    }

    /** Adds the content to the list, in order. False if the list is not complete because an offer is in progress. */
    abstract boolean listInto(List<? super Exchange> content, int limit);

    /** Lists without waiting: the iterator skips places that are reserved but not filled yet. */
    static boolean list(Iterator<?> all, int size, List<? super Exchange> content, int limit) {
        int found = 0;
        while (found < limit && all.hasNext()) {
            content.add((Exchange) all.next());
            found++;
        }
        return found >= Math.min(size, limit);
    }

    /** Whether an exchange that was listed is still in the ring. The number counts all exchanges ever offered. */
    boolean isStillInside(Exchange listed, long number) {
        return taken() <= number;
    }

    // ---- browsing

    /** Adds copies of the exchanges to the list, until its size is the limit. */
    final void browse(ExchangeFactory exchanges, int limit, List<Exchange> seen) {
        /*
         * Nothing is written to an exchange that belongs to another thread, not even by copy(), which marks the
         * original. After its parts were read, the number of exchanges taken from the ring is read: if this exchange is
         * among them, the result is dropped. taken() is incremented before an exchange is given out. So if the exchange
         * is not among them, it was in the ring during all the reads.
         */
        long taken = taken();
        List<Exchange> queued = new ArrayList<>();
        listInto(queued, limit - seen.size());
        for (int i = 0; i < queued.size() && seen.size() < limit; i++) {
            Exchange copy = read(queued.get(i), exchanges);
            VarHandle.acquireFence(); // the reads above come before the read of the ring's count
            if (copy != null && isStillInside(queued.get(i), taken + i)) {
                seen.add(copy);
            } else if (copy != null) {
                exchanges.release(copy, exchanges.lease(copy));
            }
        }
    }

    /** Null if the exchange changed during the reads, because then it has left the ring. */
    private static @Nullable Exchange read(Exchange queued, ExchangeFactory exchanges) {
        Exchange copy = null;
        try {
            copy = exchanges.create(queued.getPattern());
            copy.setBody(queued.getBody());
            queued.getHeaders().forEach(copy::setHeader);
            queued.getProperties().forEach(copy::setProperty);
            return copy;
        } catch (RuntimeException e) {
            if (copy != null) {
                exchanges.release(copy, exchanges.lease(copy));
            }
            return null;
        }
    }

    // ---- state

    /** Whether the ring is retired or draining, so that an offer needs further checks. */
    final boolean isSealed() {
        return state != OPEN;
    }

    final boolean isDraining() {
        return state == DRAINING;
    }

    final boolean isRetired() {
        return state == RETIRED;
    }

    final void seal() {
        state = RETIRED;
        VarHandle.fullFence();
    }

    final void unseal() {
        state = OPEN;
    }

    final void drain() {
        state = DRAINING;
    }

    // ---- taken out of use

    /** Retires the ring. Moves what stays to the next ring, which is empty and as large; returns the others. */
    List<Exchange> moveTo(Ring next, Predicate<Exchange> stays) {
        List<Exchange> rest = new ArrayList<>();
        for (Exchange each : retire()) {
            if (!stays.test(each) || !next.offer(each)) {
                rest.add(each);
            }
        }
        return rest;
    }

    /** Retires the ring and returns its content. An exchange that is offered later is reclaimed by its sender. */
    List<Exchange> retire() {
        seal();
        List<Exchange> mine = new ArrayList<>();
        List<Exchange> seen = new ArrayList<>();
        for (int tries = 0; !listInto(seen, Integer.MAX_VALUE); tries++) {
            claimAll(seen, mine);
            Backoff.spinThenPark(tries); // a producer is between two instructions
        }
        claimAll(seen, mine);
        return mine;
    }

    private void claimAll(List<Exchange> seen, List<Exchange> mine) {
        for (Exchange each : seen) {
            if (claim(each)) {
                mine.add(each);
            }
        }
        seen.clear();
    }

    /** Called after an offer to a retired ring: whether the exchange belongs to the caller again. */
    boolean reclaimed(Exchange offered) {
        return isRetired() && isInside(offered) && claim(offered);
    }

    private boolean isInside(Exchange exchange) {
        List<Exchange> content = new ArrayList<>();
        listInto(content, Integer.MAX_VALUE);
        return content.contains(exchange);
    }

    /** Called after a poll of a retired ring: whether the exchange belongs to another thread. */
    boolean lostToRetire(Exchange polled) {
        if (!isRetired() || claim(polled)) {
            return false;
        }
        synchronized (claimed) {
            lost++;
        }
        return true;
    }

    /** The number of exchanges taken, not counting those that went to another thread. Exact while no exchange moves. */
    long takenForGood() {
        synchronized (claimed) {
            return taken() - lost;
        }
    }

    /**
     * Whether the caller is the first to claim that exchange of a retired ring. Nothing must be offered to a ring that
     * is known to be sealed: the same object may have been in it before, and have been reused by a pool since.
     */
    private boolean claim(Exchange exchange) {
        synchronized (claimed) {
            return claimed.add(exchange);
        }
    }
}
