package io.mehari.component.queue;

import io.mehari.Exchange;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the exchanges of a {@link Channel} lie: a bounded queue that never blocks, and that can be taken out of use. */
abstract class Ring {
    /*
     * Taking a ring out of use. A channel replaces its ring when it is purged or closed, and when a second thread
     * begins to take from a ring that is made for one. Other threads may be in the middle of an offer or a poll then, and
     * there is no lock to keep them out. So retire() marks the ring as sealed, and only then looks at what is in it;
     * an offer and a poll look at the mark when they have succeeded:
     *
     *     offer: move the producers' index    poll: move the takers' index    retire: set the mark
     *            look at the mark                   look at the mark                  look at the indices, and between them
     *
     * Each is a write followed by a read, with a full fence (a compare-and-set or an explicit one) between the two. So
     * where the mark is not seen, retire() sees the index that was moved: what was offered is found, what was polled is
     * not looked at. Where it is seen, an exchange may be wanted by two: by retire() and the thread that polled it, or by the
     * one that offered it and either of those. claim() gives it to the first who asks. A sender asks only while the
     * exchange is still in the ring: if it is not, somebody polled it, perhaps before the mark was set, and then without
     * asking. So every exchange has one owner at the end, and what came too late goes back to its sender, who takes it
     * to the next ring.
     *
     * While a ring is taken out of use, an offer may be refused for want of room although the exchange that had the last
     * place turns out to have come too late.
     *
     * The mark costs a read of a field that nobody writes; the fence is there in any case, since the same threads must
     * look whether anybody sleeps (WaitingRoom).
     */
    private volatile boolean sealed;
    private final Set<Exchange> claimed = Collections.newSetFromMap(new IdentityHashMap<>(0));
    private long lost;

    /** How many of those that were taken for good are in the channel's own count. Guarded by the channel. */
    long counted;

    /** Adds at the end, and ends with a full fence; false when there is no room. */
    abstract boolean offer(Exchange exchange);

    /** Takes the first, and ends with a full fence if it took one; null when there is none that is complete. */
    abstract @Nullable Exchange poll();

    /** Whether no offer has even begun of which the exchange is not taken yet. Read after a full fence. */
    abstract boolean isEmpty();

    /** Whether an offer would fail. Read after a full fence. */
    final boolean isFull() {
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

    /** Whether others may add and take behind our back, so that nobody may sleep for good. */
    boolean isBorrowed() {
        return false;
    }

    /**
     * Adds what is in the ring to the list, first come, first served.
     *
     * @return whether that is all; false when an exchange on its way in is not there yet
     */
    abstract boolean listInto(List<? super Exchange> content, int limit);

    /** Whether the exchange that was listed at that number of all ever offered has not been given out yet. */
    boolean isStillInside(Exchange listed, long number) {
        return taken() <= number;
    }

    // ---- taken out of use

    final boolean isSealed() {
        return sealed;
    }

    final void seal() {
        sealed = true;
        VarHandle.fullFence();
    }

    /** For a ring that is used again. */
    final void unseal() {
        sealed = false;
    }

    /** Takes the ring out of use and everything out of it. Whatever is offered later does not stay in. */
    List<Exchange> retire() {
        seal();
        List<Exchange> mine = new ArrayList<>();
        List<Exchange> seen = new ArrayList<>();
        while (!claimAll(seen, mine)) {
            Hesitation.yieldProcessor(); // a producer is between two instructions
        }
        return mine;
    }

    private boolean claimAll(List<Exchange> seen, List<Exchange> mine) {
        seen.clear();
        boolean complete = listInto(seen, Integer.MAX_VALUE);
        for (Exchange each : seen) {
            if (claim(each)) {
                mine.add(each);
            }
        }
        return complete;
    }

    /** Asked after an offer: whether the exchange is not in use here but with the caller again. */
    boolean cameTooLate(Exchange offered) {
        return sealed && isInside(offered) && claim(offered);
    }

    private boolean isInside(Exchange exchange) {
        List<Exchange> content = new ArrayList<>();
        listInto(content, Integer.MAX_VALUE);
        return content.contains(exchange);
    }

    /** Asked after a poll: whether the exchange is somebody else's. */
    boolean wasTakenAway(Exchange polled) {
        return sealed && !claimTaken(polled);
    }

    private boolean claimTaken(Exchange polled) {
        synchronized (claimed) {
            boolean mine = claimed.add(polled);
            lost += mine ? 0 : 1;
            return mine;
        }
    }

    /** How many were taken, without those that turned out to be somebody else's; exact when nothing moves. */
    long takenForGood() {
        synchronized (claimed) {
            return taken() - lost;
        }
    }

    /**
     * Whether the caller is the first to ask for that exchange of a sealed ring. An exchange must not be offered to a ring that is
     * known to be sealed: it may have been in it before, and have gone through a pool since.
     */
    private boolean claim(Exchange exchange) {
        synchronized (claimed) {
            return claimed.add(exchange);
        }
    }
}
