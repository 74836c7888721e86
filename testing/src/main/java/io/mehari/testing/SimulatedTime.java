package io.mehari.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * The time of a {@link Simulation}. It moves only while the test waits: in the methods of this class, and in any other
 * wait for a route, such as {@code requestBody} or {@code assertIsSatisfied}. Only the thread of the test may call
 * these methods.
 */
public final class SimulatedTime {
    /** The moment at which each simulation begins. It is fixed, so that a test has the same result on each day. */
    static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final Turns turns;
    private final long begin;

    SimulatedTime(Turns turns) {
        this.turns = turns;
        this.begin = turns.now();
    }

    /** The current simulated moment. A simulation begins on 1 January 2026 at 00:00 UTC. */
    public Instant now() {
        return BEGIN.plus(elapsed());
    }

    /** The simulated time since the simulation began. */
    public Duration elapsed() {
        return Duration.ofNanos(turns.now() - begin);
    }

    /**
     * Moves the time forward, and runs everything that becomes due, in the order of the times. When this returns,
     * everything that can run at the new moment has also run.
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("advance(" + duration + "): time cannot go back; give a positive time");
        }
        turns.runUntil(me("advance"), turns.now() + TimeUnit.NANOSECONDS.convert(duration));
    }

    /** Runs everything that can run now. The time stands still. */
    public void runDue() {
        advance(Duration.ZERO);
    }

    /**
     * Runs until there is nothing to do: no thread can run, and nothing waits for a later moment. The time moves as far
     * as necessary.
     *
     * @throws IllegalStateException if there is always something to do, for example because of an endless {@code
     *     timer:}
     * @throws SimulatedDeadlockError if a thread that carries a message waits for something that will never come
     */
    public void runUntilIdle() {
        turns.runUntilIdle(me("runUntilIdle"));
    }

    private Member me(String method) {
        if (SimulatedThreading.me() != turns.driver()) {
            throw new IllegalStateException("SimulatedTime." + method + " was called on thread "
                    + Thread.currentThread().getName() + ": only the thread that made the simulation moves its time");
        }
        return turns.driver();
    }

    @Override
    public String toString() {
        return now().toString();
    }
}
