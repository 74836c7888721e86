package io.mehari.spi;

/** Makes ids for exchanges: no two alike in one running program. Called by many threads. */
@FunctionalInterface
public interface UuidGenerator {
    String generateUuid();
}
