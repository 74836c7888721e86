package io.mehari.spi;

import io.mehari.Exchange;

/** A {@link Synchronization} to extend; {@link #onDone} is called with and without a failure. */
public class SynchronizationAdapter implements Synchronization {

    public SynchronizationAdapter() {}

    @Override
    public void onComplete(Exchange exchange) {
        onDone(exchange);
    }

    @Override
    public void onFailure(Exchange exchange) {
        onDone(exchange);
    }

    /** The exchange is done, with or without a failure. Called by the other two methods unless they are overridden. */
    public void onDone(Exchange exchange) {}
}
