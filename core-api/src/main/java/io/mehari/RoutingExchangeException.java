package io.mehari;

import org.jspecify.annotations.Nullable;

/** The root of Mehari's checked exceptions: something is wrong with one exchange. */
public class RoutingExchangeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Exchange exchange;

    public RoutingExchangeException(String message, @Nullable Exchange exchange, @Nullable Throwable cause) {
        super(message, cause);
        this.exchange = exchange;
    }

    /** The exchange it is about; null when there is none. */
    public final @Nullable Exchange getExchange() {
        return exchange;
    }
}
