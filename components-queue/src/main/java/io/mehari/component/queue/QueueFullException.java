package io.mehari.component.queue;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;

/**
 * A queue has no room for an exchange, or got none within the {@code offerTimeout}. The exchange stays with its sender.
 */
@Problem("MH-25")
public class QueueFullException extends RuntimeRoutingException {
    public QueueFullException(String message) {
        super(message);
    }
}
