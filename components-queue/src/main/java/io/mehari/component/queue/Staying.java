package io.mehari.component.queue;

import io.mehari.Exchange;
import io.mehari.spi.ExchangeExtension;
import io.mehari.spi.Synchronization;
import org.jspecify.annotations.Nullable;

/** Finds completions that must not go along when an exchange goes to another owner. */
final class Staying implements Synchronization {
    /*
     * A unit of work does not show its completions; but it tells whether one is in it, by equals. This one equals each
     * that does not allow a hand-over.
     */
    private static final Staying ANY = new Staying();

    private Staying() {}

    /** Whether there is such a completion: then a copy goes, and the exchange ends where it is. */
    static boolean isIn(Exchange exchange) {
        ExchangeExtension extension = exchange.getExchangeExtension();
        return extension.hasUnitOfWork() && extension.containsOnCompletion(ANY);
    }

    @Override
    public void onComplete(Exchange exchange) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onFailure(Exchange exchange) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Synchronization completion && !completion.allowHandover();
    }

    @Override
    public int hashCode() {
        return 0;
    }
}
