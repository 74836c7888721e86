package io.mehari.spi;

/**
 * Says when a message entered the system, in milliseconds since 1970, once for each message. Reading the operating
 * system's clock can cost more than the rest of a direct send: see the implementations for what each costs and how
 * far it may be off.
 */
@FunctionalInterface
public interface MessageClock extends AutoCloseable {
    /** The time; 0 where no time is kept. */
    long millis();

    /** Lets go of what the clock holds. It may be read afterwards, and starts anew. */
    @Override
    default void close() {}
}
