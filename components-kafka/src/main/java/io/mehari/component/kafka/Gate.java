package io.mehari.component.kafka;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Lets a limited number of lanes into the route at once. The others wait, in the order in which they came. */
final class Gate {
    private final int places;
    private final ArrayDeque<Lane> waiting = new ArrayDeque<>();
    private int taken;

    Gate(int places) {
        this.places = places;
    }

    /** Takes a place in the route. If none is free, {@link Lane#admitted} is called when the lane has got one. */
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
