package io.mehari.component.jms;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** There is no connection to the broker, or it was lost before the message was acknowledged or answered. */
@Problem("MH-35")
public class JmsConnectionException extends RuntimeRoutingException {
    public JmsConnectionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
