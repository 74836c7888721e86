package io.mehari;

import io.mehari.spi.SafeText;
import org.jspecify.annotations.Nullable;

/** The superclass of Mehari's checked exceptions. Each is about one exchange. */
public class RoutingExchangeException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Exchange exchange;

    public RoutingExchangeException(String message, @Nullable Exchange exchange, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
        this.exchange = exchange;
    }

    public RoutingExchangeException(String message, @Nullable Exchange exchange) {
        this(message, exchange, null);
    }

    /** The exchange that has failed; null if there is none. */
    public final @Nullable Exchange getExchange() {
        return exchange;
    }
}
