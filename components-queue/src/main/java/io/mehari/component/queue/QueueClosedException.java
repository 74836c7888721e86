package io.mehari.component.queue;

/** A queue takes nothing any more, since its context has stopped. The exchange stays with its sender. */
public class QueueClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public QueueClosedException(String message) {
        super(message);
    }
}
