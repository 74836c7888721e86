package io.mehari;

import io.mehari.spi.internal.SafeText;
import org.jspecify.annotations.Nullable;

/** The superclass of exceptions that are about one exchange. */
public class RoutingExchangeException extends RuntimeRoutingException {
    private final transient @Nullable Exchange exchange;

    /** @param message the whole message; it should name the exchange */
    public RoutingExchangeException(String message, @Nullable Exchange exchange, @Nullable Throwable cause) {
        super(message, cause);
        this.exchange = exchange;
    }

    /** @param message what happened; the exchange is added to it. Call this on the thread that has the exchange */
    public RoutingExchangeException(String message, @Nullable Exchange exchange) {
        super(SafeText.message(message) + (exchange == null ? "" : ". " + SafeText.of(exchange, 300)));
        this.exchange = exchange;
    }

    /** The exchange that has failed; null if there is none. */
    public final @Nullable Exchange getExchange() {
        return exchange;
    }
}
