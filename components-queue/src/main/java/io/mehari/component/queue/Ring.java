package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What holds the exchanges of a {@link Channel}: a bounded queue that never blocks, and that can be taken out of use.
 */
abstract class Ring {
    /*
     * Taking a ring out of use. A channel replaces its ring when it is purged or closed, and when a second thread
     * begins to take from a ring that is made for one. Other threads may be in the middle of an offer or a poll then,
     * and no lock keeps them out. So retire() first marks the ring, and then looks at what is in it. An offer and a
     * poll look at the mark when they have succeeded:
     *
     *     offer: move producers' index   poll: move takers' index   retire: set the mark
     *            look at the mark              look at the mark             look at the indices, and between them
     *
     * Each is a write followed by a read, with a full fence (a compare-and-set or an explicit one) between the two. So
     * if a thread does not see the mark, retire() sees the index that this thread has moved: it finds what was offered,
     * and does not look at what was polled. If a thread sees the mark, two may want one exchange: retire() and the
     * thread that polled it, or the thread that offered it and one of those. claim() gives it to the first that asks. A
     * sender asks only while its exchange is still in the ring. If it is not, another thread has polled it, perhaps
     * before the mark was set, and then without asking. So every exchange has one owner at the end. A sender that has
     * reclaimed its exchange offers it to the next ring.
     *
     * While a ring is taken out of use, an offer may be refused for lack of room although the exchange in the last
     * place is then reclaimed by its sender.
     *
     * The mark costs one read of a field that does not change. The fence is there in any case, since the same threads
     * must look whether others sleep (WaitQueue).
     *
     * When a context is about to stop, its rings are replaced by rings that are marked from the beginning as draining:
     * takers take from them as before, and a sender may only add if it belongs to a route (Channel.closeIntake).
     */
    private static final int OPEN = 0;
    private static final int DRAINING = 1;
    private static final int RETIRED = 2;
    private static final int CLOSED = 3;

    private volatile int state = OPEN;
    private final Set<Exchange> claimed = Collections.newSetFromMap(new IdentityHashMap<>(0));
    private long lost;

    /** How many of those taken for good are in the channel's own count. Guarded by the channel. */
    long counted;

    /** Makes rings of one kind and capacity. */
    @FunctionalInterface
    interface Factory {
        /**
         * A ring to be used from now on.
         *
         * @param oneTaker whether one thread at a time takes from it
         */
        Ring make(boolean oneTaker);
    }

    /** A ring that stays empty. */
    static Ring closed() {
        Ring closed = new OneTakerRing(1);
        closed.state = CLOSED;
        return closed;
    }

    /** Adds at the end, and ends with a full fence; false when there is no room. */
    abstract boolean offer(Exchange exchange);

    /** Takes the first, and ends with a full fence if it took one; null when there is none that is complete. */
    abstract @Nullable Exchange poll();

    /** True if every exchange offered so far, including offers in progress, has been taken. Read after a full fence. */
    abstract boolean isEmpty();

    /** Whether an offer would fail. Read after a full fence. */
    boolean isFull() {
        return size() >= capacity();
    }

    abstract int size();

    abstract int capacity();

    /** How many were ever taken. Moves before the exchange does. */
    abstract long taken();

    /** Whether only one thread at a time may poll. */
    boolean isForOneTaker() {
        return false;
    }

    /**
     * Whether it is a queue of the user's, where other code may add and take: no thread may sleep there without a
     * limit.
     */
    boolean isBorrowed() {
        return false;
    }

    /**
     * Adds what is in the ring to the list, first in, first out.
     *
     * @return whether that is all; false when an exchange on its way in is not there yet
     */
    abstract boolean listInto(List<? super Exchange> content, int limit);

    /** Whether the exchange that was listed at that number of all ever offered has not been given out yet. */
    boolean isStillInside(Exchange listed, long number) {
        return taken() <= number;
    }

    // ---- state

    /** Whether a sender must not simply offer. */
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

    /** For a ring that is used again. */
    final void unseal() {
        state = OPEN;
    }

    /** For a ring that is not in use yet. */
    final void drain() {
        state = DRAINING;
    }

    // ---- taken out of use

    /** Takes the ring out of use; what is to stay goes to the next, which is empty and as large. Returns the rest. */
    List<Exchange> moveTo(Ring next, Predicate<Exchange> stays) {
        List<Exchange> rest = new ArrayList<>();
        for (Exchange each : retire()) {
            if (!stays.test(each) || !next.offer(each)) {
                rest.add(each);
            }
        }
        return rest;
    }

    /** Takes the ring out of use and everything out of it. What is offered later does not stay in. */
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

    /** Asked after an offer: whether the ring was taken out of use, and the exchange belongs to the caller again. */
    boolean reclaimed(Exchange offered) {
        return isRetired() && isInside(offered) && claim(offered);
    }

    private boolean isInside(Exchange exchange) {
        List<Exchange> content = new ArrayList<>();
        listInto(content, Integer.MAX_VALUE);
        return content.contains(exchange);
    }

    /** Asked after a poll: whether the ring was taken out of use, and the exchange is not the caller's. */
    boolean lostToRetire(Exchange polled) {
        if (!isRetired() || claim(polled)) {
            return false;
        }
        synchronized (claimed) {
            lost++;
        }
        return true;
    }

    /** How many were taken, without those that were lost; exact when nothing moves. */
    long takenForGood() {
        synchronized (claimed) {
            return taken() - lost;
        }
    }

    /**
     * Whether the caller is the first to ask for that exchange of a retired ring. An exchange must not be offered to a
     * ring that is known to be sealed: it may have been in it before, and have gone through a pool since.
     */
    private boolean claim(Exchange exchange) {
        synchronized (claimed) {
            return claimed.add(exchange);
        }
    }

    // ---- for a queue of the user's alone, which is never replaced

    /** Another ring for the same queue. */
    Ring again() {
        throw new UnsupportedOperationException();
    }

    /** Takes out those of the listed exchanges that are unwanted and still in the queue. */
    List<Exchange> remove(List<Exchange> listed, Predicate<Exchange> unwanted) {
        throw new UnsupportedOperationException();
    }
}
