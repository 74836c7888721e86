package io.mehari.component.netty;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** No connection could be made, or none was free, so the message was not sent. */
@Problem("MH-30")
public class ConnectionFailedException extends RuntimeRoutingException {
    public ConnectionFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
