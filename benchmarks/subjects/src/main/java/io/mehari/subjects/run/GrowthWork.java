package io.mehari.subjects.run;

/** Work whose cost may depend on a count of things. */
interface GrowthWork extends AutoCloseable {

    /** Works for a few milliseconds. Returns the number of operations. */
    long run() throws Exception;

    /** Bytes of heap that all of the things keep together; negative if they keep none. */
    default double retained() {
        return -1;
    }

    @Override
    default void close() {}
}
