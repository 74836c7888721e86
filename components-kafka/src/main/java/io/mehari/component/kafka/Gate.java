package io.mehari.component.kafka;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Admits a limited number of lanes to the route at once; the others wait in the order in which they came. */
final class Gate {
    private final int places;
    private final ArrayDeque<Lane> waiting = new ArrayDeque<>();
    private int taken;

    Gate(int places) {
        this.places = places;
    }

    /** Takes a place; if there is none, {@link Lane#admitted} is called when one was taken for the lane. */
    synchronized boolean enter(Lane lane) {
        if (taken < places) {
            taken++;
            return true;
        }
        waiting.add(lane);
        return false;
    }

    void leave() {
        Lane next;
        do {
            next = next();
        } while (next != null && !next.admitted());
    }

    private synchronized @Nullable Lane next() {
        Lane next = waiting.poll();
        if (next == null) {
            taken--;
        }
        return next;
    }

    /** The number of places that are taken. */
    synchronized int taken() {
        return taken;
    }
}
