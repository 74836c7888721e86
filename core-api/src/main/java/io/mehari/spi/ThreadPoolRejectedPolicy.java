package io.mehari.spi;

/** What happens to a task that a pool rejects, because it is full or was shut down. */
public enum ThreadPoolRejectedPolicy {
    /** The exchange fails. */
    Abort,
    /** The calling thread runs the task. */
    CallerRuns
}
