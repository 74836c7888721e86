package io.mehari;

import org.jspecify.annotations.Nullable;

/** What a template throws when the exchange it sent has failed; the failure is the cause. */
public class RoutingExecutionException extends RuntimeRoutingException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Exchange exchange;

    public RoutingExecutionException(String message, @Nullable Exchange exchange, @Nullable Throwable cause) {
        super(message, cause);
        this.exchange = exchange;
    }

    /** The exchange that failed; null when there is none. */
    public final @Nullable Exchange getExchange() {
        return exchange;
    }
}
