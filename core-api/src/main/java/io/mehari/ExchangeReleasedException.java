package io.mehari;

import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A pooled exchange was used after it had been released. The cause, if the pool keeps it, shows where it was released.
 */
@Problem("MH-24")
public class ExchangeReleasedException extends RuntimeRoutingException {
    public ExchangeReleasedException(String message, @Nullable Throwable releasedAt) {
        super(message, releasedAt);
    }
}
