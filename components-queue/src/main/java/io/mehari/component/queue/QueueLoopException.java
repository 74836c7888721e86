package io.mehari.component.queue;

/** A queue is full and will stay so: all who could take from it wait for room in it, directly or through others. */
public class QueueLoopException extends QueueFullException {
    private static final long serialVersionUID = 1L;

    public QueueLoopException(String message) {
        super(message);
    }
}
