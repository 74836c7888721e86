package io.mehari.component.queue;

import io.mehari.RuntimeRoutingException;
import io.mehari.spi.internal.Problem;

/**
 * A queue accepts no more messages, because its context has stopped or is stopping. The exchange stays with its sender.
 */
@Problem("MH-27")
public class QueueClosedException extends RuntimeRoutingException {
    public QueueClosedException(String message) {
        super(message);
    }
}
