package io.mehari;

import io.mehari.spi.SafeText;

/** An operation needs a started context, such as sending a message, and the context was not started. */
public class ContextNotStartedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public ContextNotStartedException(String message) {
        super(SafeText.message(message));
    }
}
