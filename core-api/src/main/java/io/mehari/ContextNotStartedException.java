package io.mehari;

import io.mehari.spi.internal.Problem;

/** An operation needs a started context, such as sending a message, and the context was not started. */
@Problem("MH-7")
public class ContextNotStartedException extends RuntimeRoutingException {
    public ContextNotStartedException(String message) {
        super(message);
    }
}
