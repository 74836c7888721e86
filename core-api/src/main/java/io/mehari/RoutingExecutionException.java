package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** Thrown by a template if the exchange that it sent has failed. The cause is the failure of the exchange. */
@Problem(value = "MH-2", wraps = true)
public class RoutingExecutionException extends RuntimeRoutingException {
    private final transient @Nullable Exchange exchange;

    public RoutingExecutionException(String message, @Nullable Exchange exchange, @Nullable Throwable cause) {
        super(message, cause);
        this.exchange = exchange;
    }

    /** The exchange that has failed; null if there is none. */
    public final @Nullable Exchange getExchange() {
        return exchange;
    }
}
