package io.mehari.component.queue;

import org.jspecify.annotations.Nullable;

/** A thread that may have to wait, in one {@link WaitingRoom} at a time. */
abstract class Waiter {
    // guarded by the room
    @Nullable
    Waiter before;

    @Nullable
    Waiter behind;

    @Nullable
    Thread thread;

    /** Set by whoever took this waiter out of the room to wake it up. */
    volatile boolean called;

    /** Whether a room counts it as one that comes. Its own thread's. */
    boolean comes;

    /** Whether there is still nothing to do. Asked after the waiter is in the room, with a full fence between. */
    abstract boolean mustWait();
}
