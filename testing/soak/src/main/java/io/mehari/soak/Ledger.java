package io.mehari.soak;

import io.mehari.Exchange;
import io.mehari.component.queue.MessageDiscardedException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Tracks what happened to each message of one producer. */
final class Ledger {
    /*
     * Each message has a place in a window, and the numbers wrap around. A place has the number of the message and its
     * state:
     *
     *     OPEN -> PROCESSED -> DONE        it went through the route
     *     OPEN -> DROPPED                  it was refused, or dropped and reported
     *
     * Each step is a compare-and-set from the previous state. So if a step happens twice, or for a message whose place
     * has been reused, it does not match and is a violation. A place is reused only after its message has ended; the
     * producer waits for that. So a lost message blocks its producer for ever, after at most one window, and the memory
     * is bounded.
     *
     * A request may end before it is processed, because its sender has given up. So only the end of a request changes
     * its place, and reads from the ticket what has happened before.
     */
    static final int WINDOW = 1 << 16;

    private static final long OPEN = 1;
    private static final long PROCESSED = 2;
    private static final long DONE = 3;
    private static final long DROPPED = 4;
    private static final int STEP_BITS = 3;
    private static final long STEP = (1 << STEP_BITS) - 1;

    final Findings findings;
    private final AtomicLongArray places = new AtomicLongArray(WINDOW);
    private long lastInOrder = -1;
    private @Nullable Thread lastThread;

    /** Messages that one thread was still processing while another thread, started later, took the next ones. */
    final LongAdder overtaken = new LongAdder();

    /** How the messages ended. */
    final LongAdder processed = new LongAdder();

    final LongAdder discarded = new LongAdder();
    /** Copies that did not reach a route, although the route was running all the time. */
    final LongAdder missing = new LongAdder();

    private final LongAdder done = new LongAdder();
    private final LongAdder undelivered = new LongAdder();

    /** The results of the sends. Only the producer writes these. */
    final AtomicLong accepted = new AtomicLong();

    final AtomicLong refused = new AtomicLong();
    private long next;

    Ledger(Findings findings) {
        this.findings = findings;
    }

    private static long at(long number, long step) {
        return number << STEP_BITS | step;
    }

    // ---- the producer

    /** Creates a new message. */
    Ticket open() {
        long number = next++;
        int place = (int) (number % WINDOW);
        while (number >= WINDOW && !isEnded(places.get(place)) && !findings.isOver()) {
            LockSupport.parkNanos(100_000);
        }
        places.set(place, at(number, OPEN));
        return new Ticket(this, number);
    }

    private static boolean isEnded(long place) {
        return (place & STEP) == DONE || (place & STEP) == DROPPED;
    }

    /** Records the result of a send. */
    void sent(Ticket ticket, boolean wasAccepted) {
        if (wasAccepted) {
            accepted.lazySet(accepted.get() + 1);
            ticket.heardYes = true;
            checkDelivered(ticket);
        } else {
            refused.lazySet(refused.get() + 1);
            long now = places.get((int) (ticket.number % WINDOW));
            boolean givenUp = ticket.isCall && now == at(ticket.number, DONE);
            if (now != at(ticket.number, DROPPED) && !givenUp) {
                findings.add("duplicated: refused, but in the queue or processed", describe(ticket, now));
            }
        }
    }

    /** Called when no more messages are created: checks that all have ended. */
    void checkAllEnded() {
        for (long number = Math.max(0, next - WINDOW); number < next; number++) {
            long now = places.get((int) (number % WINDOW));
            if (now != at(number, DONE) && now != at(number, DROPPED)) {
                findings.add("lost", "number " + number + " at " + (now & STEP));
            }
        }
    }

    /** The number of messages that were created. */
    long begun() {
        return accepted.get() + refused.get();
    }

    /** The number of messages that have ended in any way. */
    long ended() {
        return done.sum() + discarded.sum() + undelivered.sum();
    }

    // ---- the consumers

    void process(Ticket ticket) {
        int place = (int) (ticket.number % WINDOW);
        if (!places.compareAndSet(place, at(ticket.number, OPEN), at(ticket.number, PROCESSED))) {
            findings.add("duplicated: processed twice, or after its end", describe(ticket, places.get(place)));
        }
        processed.increment();
    }

    /** Records that a receiver has got the message. Returns whether it is the first one. */
    boolean receive(Ticket ticket, int receiver) {
        int bit = 1 << receiver;
        int before = ticket.receivers.getAndUpdate(bits -> bits | bit);
        if ((before & bit) != 0) {
            findings.add("duplicated: twice to receiver " + receiver, "number " + ticket.number);
        }
        return before == 0;
    }

    void checkNotEnded(Ticket ticket) {
        long now = places.get((int) (ticket.number % WINDOW));
        if (now != at(ticket.number, OPEN) && now != at(ticket.number, PROCESSED)) {
            findings.add("completions: one in front of the last copy's end", describe(ticket, now));
        }
    }

    void checkOrder(Ticket ticket) {
        synchronized (this) { // the only consumer may have another thread than before
            Thread thread = Thread.currentThread();
            if (ticket.number > lastInOrder) {
                lastInOrder = ticket.number;
                lastThread = thread;
            } else if (thread == lastThread) {
                findings.add("out of order", ticket.number + " after " + lastInOrder);
            } else {
                overtaken.increment();
            }
        }
    }

    void end(Ticket ticket, @Nullable Exchange exchange, boolean failed) {
        int place = (int) (ticket.number % WINDOW);
        int came = ticket.receivers.get();
        checkCopies(ticket, 0, came, failed);
        if (ticket.isCall && came != 0) {
            places.compareAndSet(place, at(ticket.number, OPEN), at(ticket.number, PROCESSED));
        }
        if (places.compareAndSet(place, at(ticket.number, PROCESSED), at(ticket.number, DONE))) {
            done.increment();
            return;
        }
        if (!places.compareAndSet(place, at(ticket.number, OPEN), at(ticket.number, DROPPED))) {
            findings.add("completions: a second one", describe(ticket, places.get(place)));
        } else if (!failed) {
            undelivered.increment();
            findings.add("lost: completed without being processed", describe(ticket, places.get(place)));
        } else if (exchange != null && exchange.getException() instanceof MessageDiscardedException) {
            discarded.increment();
        } else {
            undelivered.increment();
            ticket.failure = String.valueOf(exchange == null ? null : exchange.getException());
            checkDelivered(ticket);
        }
    }

    /** Called by the sender and by the completion, each after it has written its own information. */
    private void checkDelivered(Ticket ticket) {
        String failure = ticket.failure;
        if (failure != null && ticket.heardYes) {
            findings.add(
                    "lost: accepted, but failed without being processed", "number " + ticket.number + ": " + failure);
        }
    }

    /**
     * Compares the copies that must exist, as known by the sender, with those that existed, as known by the completion.
     * The two may call this in either order.
     */
    void checkCopies(Ticket ticket, int expected, int came, boolean failed) {
        synchronized (ticket) {
            ticket.expected |= expected;
            ticket.came |= came;
            ticket.failed |= failed;
            ticket.ended |= expected == 0;
            if (ticket.ended && (ticket.expected & ~ticket.came) != 0) {
                missing.add(Integer.bitCount(ticket.expected & ~ticket.came));
                if (!ticket.failed) {
                    findings.add("lost: a copy", "number " + ticket.number + " came to bits " + ticket.came);
                }
            }
        }
    }

    private static String describe(Ticket ticket, long place) {
        return "number " + ticket.number + ", its place holds number " + (place >> STEP_BITS) + " at " + (place & STEP);
    }
}
