package io.mehari.component.netty;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The connection ended before the reply came or while the message was written. The message may or may not have been
 * processed.
 */
@Problem("MH-31")
public class ConnectionLostException extends RuntimeRoutingException {
    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
