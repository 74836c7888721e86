package io.mehari.spi;

/** Creates ids for exchanges, unique in this process. Must be thread-safe. */
@FunctionalInterface
public interface UuidGenerator {
    String generateUuid();
}
