package io.mehari.spi;

/**
 * The counts of a pool so far.
 */
public final class PoolStatistics {
    private final long acquired;
    private final long released;
    private final long refused;
    private final int made;
    private final int capacity;

    /** For those who count: with a new count it has another parameter. */
    public PoolStatistics(long acquired, long released, long refused, int made, int capacity) {
        this.acquired = acquired;
        this.released = released;
        this.refused = refused;
        this.made = made;
        this.capacity = capacity;
    }

    /** How many exchanges were acquired. */
    public long acquired() {
        return acquired;
    }

    /** How many of them were released. */
    public long released() {
        return released;
    }

    /** How many releases were refused: second releases, and releases by code that was not the owner any more. */
    public long refused() {
        return refused;
    }

    /** How many exchanges the pool has made and keeps. */
    public int made() {
        return made;
    }

    /** How many exchanges it can keep. */
    public int capacity() {
        return capacity;
    }

    /** The number of exchanges in use; 0 if the context is idle. */
    public long inUse() {
        return acquired - released;
    }

    @Override
    public String toString() {
        return "PoolStatistics[acquired=" + acquired + ", released=" + released + ", refused=" + refused + ", made="
                + made + ", capacity=" + capacity + "]";
    }
}
