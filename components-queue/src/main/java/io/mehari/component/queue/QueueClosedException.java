package io.mehari.component.queue;

/**
 * A queue accepts no more messages, because its context has stopped or is stopping. The exchange stays with its sender.
 */
public class QueueClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public QueueClosedException(String message) {
        super(message);
    }
}
