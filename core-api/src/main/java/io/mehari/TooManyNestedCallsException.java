package io.mehari;

import io.mehari.spi.SafeText;

/** Too many calls by {@code direct:} are nested. Most likely a route calls itself without end. */
public class TooManyNestedCallsException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public TooManyNestedCallsException(String message) {
        super(SafeText.message(message));
    }
}
