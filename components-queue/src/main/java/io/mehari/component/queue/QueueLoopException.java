package io.mehari.component.queue;

/**
 * A deadlock: a queue stays full for ever, because its consumers wait for room in it, directly or through other queues.
 */
public class QueueLoopException extends QueueFullException {
    private static final long serialVersionUID = 1L;

    public QueueLoopException(String message) {
        super(message);
    }
}
