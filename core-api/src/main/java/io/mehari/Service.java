package io.mehari;

/** Something with a beginning and an end. Both may be called twice; the second call changes nothing. */
public interface Service extends AutoCloseable {
    default void start() {}

    default void stop() {}

    /** Stops, for try-with-resources. */
    @Override
    default void close() {
        stop();
    }
}
