package io.mehari;

/** A reply did not come in time. */
public class ExchangeTimedOutException extends RoutingExchangeException {
    private static final long serialVersionUID = 1L;

    private final long timeoutMillis;

    public ExchangeTimedOutException(Exchange exchange, String where, long timeoutMillis) {
        super(where + ": no reply within " + timeoutMillis + " ms", exchange, null);
        this.timeoutMillis = timeoutMillis;
    }

    public final long getTimeout() {
        return timeoutMillis;
    }
}
