package io.mehari.spi;

/**
 * A consumer that gets messages from other routes, such as one of a queue or of {@code direct:}, or an endpoint that
 * holds messages. In a graceful shutdown it goes on until all messages in flight are done or the timeout expires; only
 * then {@code stop()} is called.
 */
public interface ShutdownAware {
    /** The number of messages that wait for the route. */
    int getPendingExchangesSize();

    /**
     * Whether the route may still get a message: one that waits, or one that was taken and may not have been passed to
     * the route yet. A stop waits while this is true.
     */
    default boolean isBusy() {
        return getPendingExchangesSize() > 0;
    }

    /**
     * Called at the beginning of a stop, before it waits for messages in flight. From now on refuse messages from
     * outside. Messages that routes send belong to messages accepted before, and must still be accepted; see {@link
     * RoutingContextExtension#isWithinRoute}.
     */
    default void closeIntake() {}

    /**
     * Whether a message was taken and may not have been passed to the route yet. A stop asks this of a suspended
     * consumer, for whose queued messages it does not wait.
     */
    default boolean hasTaken() {
        return false;
    }
}
