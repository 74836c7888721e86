package io.mehari.spi;

/**
 * The clock for the creation time of messages, in milliseconds since 1970, read once for each message. Reading the
 * clock of the operating system can cost more than all the rest of a send to {@code direct:}. See the implementations
 * for their cost and accuracy. Must be thread-safe.
 */
@FunctionalInterface
public interface MessageClock extends AutoCloseable {
    /** The time; 0 if the clock is off. */
    long millis();

    /** Releases the resources of the clock. A later read starts the clock again. */
    @Override
    default void close() {}
}
