package io.mehari.impl;

/**
 * What a pool has done so far.
 *
 * @param acquired how many exchanges were given out
 * @param released how many of them were given back
 * @param refused how many releases were refused: second ones, and exchanges from elsewhere
 * @param made how many exchanges the pool holds or has lent out
 * @param capacity how many it may hold
 */
public record PoolStatistics(long acquired, long released, long refused, int made, int capacity) {

    /** How many are under way; 0 when the context is idle. */
    public long inUse() {
        return acquired - released;
    }
}
