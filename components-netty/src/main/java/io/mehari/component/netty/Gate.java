package io.mehari.component.netty;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Admits a limited number of connections to the route at once; the others wait in the order in which they came. */
final class Gate {
    private final int places;
    private final ArrayDeque<ServerConnection> waiting = new ArrayDeque<>();
    private int taken;

    Gate(int places) {
        this.places = places;
    }

    /** Takes a place; if there is none, {@link ServerConnection#admitted} is called when one was taken for it. */
    synchronized boolean enter(ServerConnection connection) {
        if (taken < places) {
            taken++;
            return true;
        }
        waiting.add(connection);
        return false;
    }

    void leave() {
        ServerConnection next;
        do {
            next = next();
        } while (next != null && !next.admitted());
    }

    private synchronized @Nullable ServerConnection next() {
        ServerConnection next = waiting.poll();
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
