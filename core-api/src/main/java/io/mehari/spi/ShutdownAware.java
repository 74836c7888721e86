package io.mehari.spi;

/**
 * A consumer that other routes feed, such as one of a queue or of {@code direct:}. When a context stops, it goes on until
 * everything under way is done, or the time is up; its {@code stop()} comes only then.
 */
public interface ShutdownAware {
    /** How many messages wait in front of the route. */
    int getPendingExchangesSize();

    /**
     * Whether the route may still get a message: one that waits, or one that was taken and perhaps not given to it yet. A
     * stop waits while this is so.
     */
    default boolean isBusy() {
        return getPendingExchangesSize() > 0;
    }

    /**
     * Whether a message was taken and perhaps not given to the route yet. A stop asks this of a suspended consumer, for
     * which nobody waits because of what is queued.
     */
    default boolean hasTaken() {
        return false;
    }
}
