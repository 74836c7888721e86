package io.mehari.connector;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Limits what is in a route at a time. What finds no place waits, in the order in which it came. Thread-safe. */
public final class Admission {
    private final int places;
    private final ArrayDeque<Entrant> waiting = new ArrayDeque<>();
    private int taken;

    /** What needs a place, such as a connection or the records of a partition. */
    public interface Entrant {
        /**
         * Called on any thread when a place was taken for it. Returns false if it needs none any more: then the next
         * one gets it.
         */
        boolean admitted();
    }

    public Admission(int places) {
        this.places = places;
    }

    /** Takes a place. Returns false if there is none: then {@link Entrant#admitted} is called later. */
    public synchronized boolean enter(Entrant entrant) {
        if (taken < places) {
            taken++;
            return true;
        }
        waiting.add(entrant);
        return false;
    }

    /** Gives a place back. */
    public void leave() {
        Entrant next;
        do {
            next = next();
        } while (next != null && !next.admitted());
    }

    /** Gives a place to all that wait, beyond the limit. Their route has stopped, so they have no long need of it. */
    public void admitAll() {
        Entrant next;
        while ((next = nextBeyondLimit()) != null) {
            if (!next.admitted()) {
                leave();
            }
        }
    }

    private synchronized @Nullable Entrant nextBeyondLimit() {
        Entrant next = waiting.poll();
        if (next != null) {
            taken++;
        }
        return next;
    }

    private synchronized @Nullable Entrant next() {
        Entrant next = waiting.poll();
        if (next == null) {
            taken--;
        }
        return next;
    }

    /** The number of places in use. */
    public synchronized int taken() {
        return taken;
    }
}
