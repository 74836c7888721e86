package io.mehari.spi;

/**
 * A consumer that gets messages from other routes, such as the consumer of a queue or of {@code direct:}, or an
 * endpoint that holds messages. In a graceful shutdown it continues until all messages in flight are done or the
 * timeout expires. Then {@code stop()} is called.
 */
public interface ShutdownAware {
    /** The number of messages that wait for the route. */
    int getPendingExchangesSize();

    /**
     * Whether the route may still get a message: a message that waits, or a message that was taken and perhaps not yet
     * passed to the route. A stop waits while this is true.
     */
    default boolean isBusy() {
        return getPendingExchangesSize() > 0;
    }

    /**
     * Called at the beginning of a stop, before the stop waits for messages in flight. After this call, refuse messages
     * from outside. Still accept messages that routes send, because they belong to messages that were accepted before;
     * see {@link RoutingContextExtension#isWithinRoute}.
     */
    default void closeIntake() {}

    /**
     * Called when the limit of a stop is over and messages are left, before any route ends. What fails here can still
     * be sent to other routes.
     */
    default void giveUp() {}

    /**
     * Whether a message was taken and perhaps not yet passed to the route. A stop calls this for a suspended consumer,
     * because it does not wait for the queued messages of such a consumer.
     */
    default boolean hasTaken() {
        return false;
    }
}
