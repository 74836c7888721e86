package io.mehari;

import org.jspecify.annotations.Nullable;

/**
 * A pooled exchange was used after it had been released. The cause, if the pool keeps it, shows where it was released.
 */
public class ExchangeReleasedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public ExchangeReleasedException(String message, @Nullable Throwable releasedAt) {
        super(message, releasedAt);
    }
}
