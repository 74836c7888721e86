package io.mehari.spi;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * Owns an exchange that a route works on: the callback of a consumer that reads the outcome and releases the exchange
 * itself. A consumer that does not need the time between the two calls {@link io.mehari.Endpoint#ask}.
 */
public abstract class ExchangeOwner implements AsyncCallback {
    /*
     * The lease is the use of the exchange that this object owns. A pool may have given the exchange to another message
     * meanwhile, if other code has released it: then release() is refused.
     */
    private @Nullable ExchangeExtension exchange;
    private int lease;

    /** For an owner of several exchanges, one after the other. */
    protected ExchangeOwner() {}

    /** Takes ownership of an exchange, before any route gets it. */
    protected ExchangeOwner(Exchange exchange) {
        own(exchange);
    }

    /** Takes ownership of an exchange, before any route gets it. */
    protected final void own(Exchange owned) {
        ExchangeExtension extension = owned.getExchangeExtension();
        exchange = extension;
        lease = extension.lease();
    }

    /** Runs the completions and returns the exchange to its pool, if it has one. In a pool a second call is refused. */
    protected final void release() {
        if (exchange != null) {
            exchange.release(lease);
        }
    }
}
