package io.mehari.processor;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;

/** A throttle refused a message, because too many messages were waiting. */
@Problem("MH-21")
public class ThrottlerRejectedExecutionException extends RuntimeRoutingException {
    public ThrottlerRejectedExecutionException(String message) {
        super(message);
    }
}
