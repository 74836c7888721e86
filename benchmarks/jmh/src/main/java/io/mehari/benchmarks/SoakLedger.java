package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.component.queue.MessageDiscardedException;
import io.mehari.spi.Synchronization;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What became of each message of one producer. */
final class SoakLedger {
    /*
     * A place per message, in a window that the numbers wrap around. A place holds the message's number and how far it is:
     *
     *     OPEN -> PROCESSED -> DONE        it went through the route
     *     OPEN -> DROPPED                  it was refused, or dropped and reported
     *
     * Each step is a compare-and-set from the step before, so what happens a second time, or to a message whose place is in
     * use again, does not match and is a violation. A place is used again only when its message has ended; the producer waits
     * for that. So a lost message stops its producer for good, at the latest one window on, and the memory is bounded.
     */
    static final int WINDOW = 1 << 16;

    private static final long OPEN = 1;
    private static final long PROCESSED = 2;
    private static final long DONE = 3;
    private static final long DROPPED = 4;
    private static final int STEP_BITS = 3;
    private static final long STEP = (1 << STEP_BITS) - 1;

    private final SoakFindings findings;
    private final AtomicLongArray places = new AtomicLongArray(WINDOW);
    private long lastInOrder = -1;
    private @Nullable Thread lastThread;

    /** Messages that one thread had in hand while another, started since, took the next ones. */
    final LongAdder overtaken = new LongAdder();

    /** What became of them. */
    final LongAdder processed = new LongAdder();

    final LongAdder discarded = new LongAdder();
    private final LongAdder done = new LongAdder();
    private final LongAdder undelivered = new LongAdder();

    /** What senders heard. Written by the producer alone. */
    final AtomicLong accepted = new AtomicLong();

    final AtomicLong refused = new AtomicLong();
    private long next;

    SoakLedger(SoakFindings findings) {
        this.findings = findings;
    }

    private static long at(long number, long step) {
        return number << STEP_BITS | step;
    }

    // ---- the producer

    /** A new message. */
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

    /** What the send said. */
    void sent(Ticket ticket, boolean wasAccepted) {
        if (wasAccepted) {
            accepted.lazySet(accepted.get() + 1);
            ticket.heardYes = true;
            checkDelivered(ticket);
        } else {
            refused.lazySet(refused.get() + 1);
            long now = places.get((int) (ticket.number % WINDOW));
            if (now != at(ticket.number, DROPPED)) {
                findings.add("duplicated: refused, but in the queue or processed", describe(ticket, now));
            }
        }
    }

    /** When no more is to come: all have ended. */
    void checkAllEnded() {
        for (long number = Math.max(0, next - WINDOW); number < next; number++) {
            long now = places.get((int) (number % WINDOW));
            if (now != at(number, DONE) && now != at(number, DROPPED)) {
                findings.add("lost", "number " + number + " at " + (now & STEP));
            }
        }
    }

    /** How many were opened. */
    long begun() {
        return accepted.get() + refused.get();
    }

    /** How many have ended, in whatever way. */
    long ended() {
        return done.sum() + discarded.sum() + undelivered.sum();
    }

    // ---- the consumers

    private void process(Ticket ticket) {
        int place = (int) (ticket.number % WINDOW);
        if (!places.compareAndSet(place, at(ticket.number, OPEN), at(ticket.number, PROCESSED))) {
            findings.add("duplicated: processed twice, or after its end", describe(ticket, places.get(place)));
        }
        processed.increment();
    }

    private void checkOrder(Ticket ticket) {
        synchronized (this) { // the one consumer's thread may be another one than before
            Thread thread = Thread.currentThread();
            if (ticket.number > lastInOrder) {
                lastInOrder = ticket.number;
                lastThread = thread;
            } else if (thread == lastThread) {
                findings.add("out of order", ticket.number + " behind " + lastInOrder);
            } else {
                overtaken.increment();
            }
        }
    }

    private void end(Ticket ticket, @Nullable Exchange exchange, boolean failed) {
        int place = (int) (ticket.number % WINDOW);
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

    /** Asked by the sender and by the completion, each after it has written what it knows. */
    private void checkDelivered(Ticket ticket) {
        String failure = ticket.failure;
        if (failure != null && ticket.heardYes) {
            findings.add(
                    "lost: accepted, but failed without being processed", "number " + ticket.number + ": " + failure);
        }
    }

    private static String describe(Ticket ticket, long place) {
        return "number " + ticket.number + ", its place holds number " + (place >> STEP_BITS) + " at " + (place & STEP);
    }

    /** A message's body, and its completion. */
    static final class Ticket implements Synchronization {
        private final SoakLedger ledger;
        private final long number;
        private boolean added;
        private volatile boolean heardYes;
        private volatile @Nullable String failure;

        private Ticket(SoakLedger ledger, long number) {
            this.ledger = ledger;
            this.number = number;
        }

        /** Called by the route behind the queue. */
        void process(boolean inOrder) {
            ledger.process(this);
            if (inOrder) {
                ledger.checkOrder(this);
            }
        }

        /** From now on the exchange tells what becomes of it. */
        void addTo(Exchange exchange) {
            added = true;
            exchange.getExchangeExtension().addOnCompletion(this);
        }

        /** When the send has failed: nothing was told if no exchange knew of it. */
        void endIfAddedToNone() {
            if (!added) {
                ledger.end(this, null, true);
            }
        }

        /** Every other one. */
        boolean isEven() {
            return (number & 1) == 0;
        }

        /** What the sender heard. */
        void sent(boolean accepted) {
            ledger.sent(this, accepted);
        }

        @Override
        public void onComplete(Exchange exchange) {
            ledger.end(this, exchange, false);
        }

        @Override
        public void onFailure(Exchange exchange) {
            ledger.end(this, exchange, true);
        }
    }
}
