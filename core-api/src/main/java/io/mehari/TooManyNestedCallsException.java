package io.mehari;

import io.mehari.spi.internal.Problem;

/** Too many calls by {@code direct:} are nested. Most likely a route calls itself without end. */
@Problem("MH-11")
public class TooManyNestedCallsException extends RuntimeRoutingException {
    public TooManyNestedCallsException(String message) {
        super(message);
    }
}
