package io.mehari.testing;

import org.jspecify.annotations.Nullable;

/** A thread of a simulation, as {@link Turns} sees it. All fields are guarded by the turns. */
final class Member {
    enum State {
        /** Not started. */
        NEW,
        /** Can run, and waits for its turn. */
        READY,
        /** Has the turn. */
        RUNNING,
        /** Waits to be woken, or for its deadline. */
        PARKED,
        /** Waits for something that the simulation does not see, such as a lock, or has just ended such a wait. */
        OUTSIDE,
        ENDED
    }

    final Thread thread;
    final Turns turns;
    /** Whether it works for several routes; see law S2. Used only by its own thread. */
    boolean shared;

    State state = State.NEW;
    /** Like the permit of LockSupport: if set, the next park returns at once. */
    boolean permit;
    /** When a parked thread continues by itself. */
    long deadline = Turns.NEVER;
    /** Set while it waits until nothing else can run. */
    boolean last;
    /** Set if its thread was interrupted while it waited for its turn. */
    boolean interrupted;
    /** How often it was told to end. Used only by its own thread. */
    int ends;
    /** The object that it waits for. */
    @Nullable
    Object blocker;

    Member(Thread thread, Turns turns, boolean shared) {
        this.thread = thread;
        this.turns = turns;
        this.shared = shared;
    }

    /** Whether the state of its thread shows that it can run, although it has not yet called the turns. */
    boolean hasToRun() {
        return switch (state) {
            case READY -> true;
            case NEW -> thread.getState() != Thread.State.NEW;
            case PARKED -> !last && (interrupted || thread.isInterrupted());
            default -> false;
        };
    }
}
