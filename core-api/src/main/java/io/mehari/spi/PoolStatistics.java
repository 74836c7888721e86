package io.mehari.spi;

/**
 * The counts of a pool so far.
 *
 * @param acquired how many exchanges were acquired
 * @param released how many of them were released
 * @param refused how many releases were refused: second releases, and releases by code that was not the owner any more
 * @param made how many exchanges the pool has made and keeps
 * @param capacity how many exchanges it can keep
 */
public record PoolStatistics(long acquired, long released, long refused, int made, int capacity) {

    /** The number of exchanges in use; 0 if the context is idle. */
    public long inUse() {
        return acquired - released;
    }
}
