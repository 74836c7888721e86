package io.mehari.component.queue;

import io.mehari.spi.internal.Problem;

/**
 * A deadlock: a queue stays full for ever, because its consumers wait for room in it, directly or through other queues.
 */
@Problem("MH-26")
public class QueueLoopException extends QueueFullException {
    public QueueLoopException(String message) {
        super(message);
    }
}
