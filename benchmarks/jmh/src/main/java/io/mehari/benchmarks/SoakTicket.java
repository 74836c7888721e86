package io.mehari.benchmarks;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A message's body, and its completion. */
final class SoakTicket implements Synchronization {
    private final SoakLedger ledger;
    final long number;

    /** A bit for each that got it. */
    final AtomicInteger receivers = new AtomicInteger();

    private final AtomicInteger heard = new AtomicInteger();
    boolean isCall;

    // guarded by this

    int expected;
    int came;
    boolean failed;
    boolean ended;

    private boolean added;
    volatile boolean heardYes;
    volatile @Nullable String failure;

    SoakTicket(SoakLedger ledger, long number) {
        this.ledger = ledger;
        this.number = number;
    }

    /** Called by the route that takes from the queue. */
    void process(boolean inOrder) {
        ledger.process(this);
        if (inOrder) {
            ledger.checkOrder(this);
        }
    }

    /** Called by each of the routes that take from a queue that gives each a copy. */
    void processCopy(int route) {
        if (ledger.receive(this, route)) {
            ledger.process(this);
        } else {
            ledger.checkNotEnded(this);
        }
    }

    /** What the sender knows: each of so many routes was there all the time. */
    void expectCopies(int routes) {
        ledger.checkCopies(this, (1 << routes) - 1, 0, false);
    }

    /** Its sender waits for a reply, and may end it before it is processed. */
    void waitForReply() {
        isCall = true;
    }

    /** Called by the route that replies. */
    void processCall() {
        ledger.receive(this, 0);
        ledger.processed.increment();
    }

    /** Called by the step after the queue. */
    void hear() {
        heard.incrementAndGet();
    }

    void checkHeard(int times) {
        if (heard.get() != times) {
            ledger.findings.add("replies: heard " + heard + " times, not " + times, "number " + number);
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
