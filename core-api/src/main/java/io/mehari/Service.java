package io.mehari;

/** Something that can be started and stopped. A second call of either method has no effect. */
public interface Service extends AutoCloseable {
    default void start() {}

    default void stop() {}

    /** Like {@link #stop()}, for try-with-resources. */
    @Override
    default void close() {
        stop();
    }
}
