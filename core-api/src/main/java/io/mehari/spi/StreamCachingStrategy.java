package io.mehari.spi;

/**
 * How much is kept in memory of bodies that are streams or readers, so that they can be read more than once. A body
 * that is longer can be read once; whoever reads it again gets a {@link io.mehari.StreamCacheException}. A character
 * counts as two bytes.
 */
public final class StreamCachingStrategy {
    private static final int PART_OF_HEAP = 8;

    private volatile boolean enabled = true;
    private volatile int limit = 1 << 20;
    private volatile long totalLimit = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;

    /** The defaults. */
    public StreamCachingStrategy() {}

    public boolean isEnabled() {
        return enabled;
    }

    /** Whether streams are kept at all; true by default. */
    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public int getLimit() {
        return limit;
    }

    /** How many bytes of a stream are kept; 1 MB by default. */
    public void setLimit(int bytes) {
        limit = bytes;
    }

    public long getTotalLimit() {
        return totalLimit;
    }

    /**
     * How many bytes are kept of all streams of the context together, for messages that have not ended; by default an
     * eighth of the largest heap. A stream for which there is no room can be read once.
     */
    public void setTotalLimit(long bytes) {
        totalLimit = bytes;
    }
}
