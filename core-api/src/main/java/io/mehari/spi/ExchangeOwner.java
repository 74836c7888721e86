package io.mehari.spi;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Owns an exchange that a route works on: the callback of a consumer that reads the outcome and releases the exchange
 * itself. A consumer that does not need the time between the two calls {@link io.mehari.Endpoint#ask}.
 */
public abstract class ExchangeOwner implements AsyncCallback {
    private @Nullable ExchangeExtension exchange;

    /** For an owner of several exchanges, one after the other. */
    protected ExchangeOwner() {}

    /** Takes ownership of an exchange, before any route gets it. */
    protected ExchangeOwner(Exchange exchange) {
        own(exchange);
    }

    /** Takes ownership of an exchange, before any route gets it. */
    protected final void own(Exchange owned) {
        exchange = owned.getExchangeExtension();
    }

    /** Runs the completions and returns the exchange to its pool, if it has one. A second call has no effect. */
    protected final void release() {
        ExchangeExtension released = exchange;
        exchange = null;
        if (released != null) {
            released.release();
        }
    }
}
