package io.mehari.component.jms;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;
import org.jspecify.annotations.Nullable;

/** A body that cannot become a message of Jakarta Messaging, or a message whose body is not read. */
@Problem("MH-36")
public class JmsMessageException extends RuntimeRoutingException {
    public JmsMessageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
