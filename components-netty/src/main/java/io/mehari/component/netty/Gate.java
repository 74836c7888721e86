package io.mehari.component.netty;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Admits a limited number of connections to the route at a time. Other connections wait in the order in which they
 * came.
 */
final class Gate {
    private final int places;
    private final ArrayDeque<ServerConnection> waiting = new ArrayDeque<>();
    private int taken;

    Gate(int places) {
        this.places = places;
    }

    /**
     * Takes a place. Returns false if there is none: then {@link ServerConnection#admitted} is called when the
     * connection has got one.
     */
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

    /** The number of places in use. */
    synchronized int taken() {
        return taken;
    }
}
