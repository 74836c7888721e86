package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.spi.ThreadPools.Delayed;
import org.jspecify.annotations.Nullable;

/** The messages of one key that were gathered so far, as one. */
final class Group {
    /*
     * Whoever has the turn may use the fields below it, and nobody else. A message waits for the turn. Time, a stop or
     * another message that wants the group to end never waits: it writes its wish and tries to take the turn. If that
     * fails, whoever has the turn fulfils the wish, since he looks for one after he has given the turn back:
     *
     *   wisher:  write wanted        owner:  give the turn
     *            try the turn                read wanted
     *
     * All four are volatile accesses, so they have one order that all threads agree upon. If the try fails, it comes
     * before the giving, hence the write before the read: the owner sees the wish. A wish that is overtaken by another
     * one may be lost; then the group ends by that one.
     *
     * A group ends when `closed` is set, once, by whoever has the turn. From then on nobody but him touches the
     * aggregate: others find it closed when their turn comes, and look for a new group.
     */
    final Object key;
    final Turn turn = new Turn();

    /** Why it is to end, as soon as somebody has the turn. */
    volatile @Nullable Cause wanted;

    // ---- of whoever has the turn

    @Nullable
    DefaultExchange aggregate;

    int lease;
    int size;
    boolean closed;

    @Nullable
    Cause endedBy;

    /** What a repository keeps of it, between load and save. */
    @Nullable
    Exchange stored;

    long timeoutMillis;
    long deadlineNanos;
    long timerNanos;

    @Nullable
    Delayed timer;

    Group(Object key) {
        this.key = key;
    }

    /** Why a group ends. */
    enum Cause {
        SIZE("size"),
        PREDICATE("predicate"),
        STRATEGY("strategy"),
        TIMEOUT("timeout"),
        INTERVAL("interval"),
        CONSUMER("consumer"),
        FORCE("force"),
        /** The route has ended: it is not completed but reported. */
        LEFT_OVER("");

        final String text;

        Cause(String text) {
            this.text = text;
        }
    }
}
