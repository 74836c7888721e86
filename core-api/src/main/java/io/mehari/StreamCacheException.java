package io.mehari;

import io.mehari.spi.internal.Problem;
import java.io.IOException;

/**
 * A body that is a stream cannot be read again, because it was not kept: it is longer than the limit, all streams of
 * its context together are, or the exchange has ended. See {@link io.mehari.spi.StreamCachingStrategy}.
 */
@Problem("MH-37")
public final class StreamCacheException extends IOException {
    public StreamCacheException(String message) {
        super(message);
    }

    /** As usual, with the code of the page of problems. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // its usual text is a part of it
    public String toString() {
        return Problem.Text.of(this, super.toString());
    }
}
