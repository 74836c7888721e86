package io.mehari.processor;

import java.util.concurrent.RejectedExecutionException;

/** A throttle refused a message, because too many messages were waiting. */
public class ThrottlerRejectedExecutionException extends RejectedExecutionException {
    private static final long serialVersionUID = 1L;

    public ThrottlerRejectedExecutionException(String message) {
        super(message);
    }
}
