package io.mehari.spi;

/** What happens to work that a pool does not take, because it is full or has ended. */
public enum ThreadPoolRejectedPolicy {
    /** It fails. */
    Abort,
    /** Whoever brings it does it. */
    CallerRuns
}
