package io.mehari.soak;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The body of a message, which is also its completion. */
final class Ticket implements Synchronization {
    private final Ledger ledger;
    final long number;

    /** A bit for each receiver that got the message. */
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

    Ticket(Ledger ledger, long number) {
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

    /** Called by each route of a queue that gives each route a copy. */
    void processCopy(int route) {
        if (ledger.receive(this, route)) {
            ledger.process(this);
        } else {
            ledger.checkNotEnded(this);
        }
    }

    /** The sender knows that this number of routes was running during the whole send. */
    void expectCopies(int routes) {
        ledger.checkCopies(this, (1 << routes) - 1, 0, false);
    }

    /** The sender waits for a reply, and may end the request before it is processed. */
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

    /** Adds the ticket as a completion, so that the exchange reports how the message ends. */
    void addTo(Exchange exchange) {
        added = true;
        exchange.getExchangeExtension().addOnCompletion(this);
    }

    /** Called if the send has failed: ends the message, unless an exchange with this completion does it. */
    void endIfAddedToNone() {
        if (!added) {
            ledger.end(this, null, true);
        }
    }

    /** True for every second message. */
    boolean isEven() {
        return (number & 1) == 0;
    }

    /** Records the result of the send. */
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
