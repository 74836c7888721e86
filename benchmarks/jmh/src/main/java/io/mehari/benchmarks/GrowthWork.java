package io.mehari.benchmarks;

/** Work whose cost may depend on how much there is of something. */
interface GrowthWork extends AutoCloseable {

    /** Does a part of the work, a few milliseconds of it, and returns how many operations that was. */
    long run() throws Exception;

    /** Bytes of heap that each of the things keeps, or less than 0 if they keep none. */
    default double retained() {
        return -1;
    }

    @Override
    default void close() {}
}
