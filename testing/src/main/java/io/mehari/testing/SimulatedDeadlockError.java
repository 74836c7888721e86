package io.mehari.testing;

/**
 * No thread of a simulation can run, and no timeout will expire. So the test would wait for ever. The message says what
 * each thread waits for.
 */
public final class SimulatedDeadlockError extends AssertionError {
    SimulatedDeadlockError(String message) {
        super(message);
    }
}
