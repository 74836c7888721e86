package io.mehari;

import io.mehari.spi.internal.Problem;

/** A reply did not come in time. */
@Problem("MH-9")
public class ExchangeTimedOutException extends RoutingExchangeException {
    private final long timeoutMillis;

    public ExchangeTimedOutException(String where, Exchange exchange, long timeoutMillis) {
        this(where, "", exchange, timeoutMillis);
    }

    /** With what to do, which is added to the message. */
    public ExchangeTimedOutException(String where, String remedy, Exchange exchange, long timeoutMillis) {
        super(
                where + ": no reply within " + timeoutMillis + " ms" + (remedy.isEmpty() ? "" : "; " + remedy),
                exchange,
                null);
        this.timeoutMillis = timeoutMillis;
    }

    public final long getTimeout() {
        return timeoutMillis;
    }
}
