package io.mehari.testing;

import org.jspecify.annotations.Nullable;

/** A thread of a simulation, as {@link Turns} sees it. All fields are guarded by the turns. */
final class Member {
    enum State {
        /** Could run, and waits for its turn. */
        READY,
        /** Has the turn. */
        RUNNING,
        /** Waits to be woken, or for its deadline. */
        PARKED,
        /** Waits for something that the simulation does not see, such as a lock, or has just stopped to do so. */
        OUTSIDE,
        ENDED
    }

    final Thread thread;
    final Turns turns;
    State state = State.READY;
    /** As the permit of LockSupport: the next park returns at once. */
    boolean permit;
    /** When a parked thread continues by itself. */
    long deadline = Turns.NEVER;
    /** Set while it waits until nothing else can run. */
    boolean last;
    /** How often it was told to end; used by its own thread alone. */
    int ends;
    /** What it waits for. */
    @Nullable
    Object blocker;

    Member(Thread thread, Turns turns) {
        this.thread = thread;
        this.turns = turns;
    }
}
