package io.mehari.component.queue;

/**
 * A queue has no room for an exchange, or got none within the {@code offerTimeout}. The exchange stays with its sender.
 */
public class QueueFullException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public QueueFullException(String message) {
        super(message);
    }
}
