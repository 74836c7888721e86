package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;

/** A completion that user code adds. If two are added, the second must run first. */
final class Done implements Synchronization {
    private final Ledger ledger;
    private final Failures failures;
    private final String what;
    private final String token;
    private final int number;
    private final boolean throwing;

    Done(Ledger ledger, Failures failures, String what, String token, int number, boolean throwing) {
        this.ledger = ledger;
        this.failures = failures;
        this.what = what;
        this.token = token;
        this.number = number;
        this.throwing = throwing;
        ledger.completed("completion " + number + " of " + what, 0);
    }

    @Override
    public void onComplete(Exchange exchange) {
        ran();
    }

    @Override
    public void onFailure(Exchange exchange) {
        Exception failure = exchange.getException();
        if (failure != null) {
            failures.reported(token, failure);
        }
        ran();
    }

    private void ran() {
        ledger.completion();
        if (number == 1 && !ledger.isCounted("completion 2 of " + what)) {
            ledger.complain(Judge.COMPLETIONS, "the completion of " + what + " that was added first ran first");
        }
        ledger.count("completion " + number + " of " + what);
        ledger.completed("completion " + number + " of " + what, 1);
        if (throwing) {
            throw new Planned.Fatal("completion of " + what);
        }
    }
}
