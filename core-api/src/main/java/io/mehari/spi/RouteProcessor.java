package io.mehari.spi;

import io.mehari.AsyncProcessor;

/** A whole route, as what its consumer feeds: {@link io.mehari.Endpoint#createConsumer} gets one where a route starts from it. */
public interface RouteProcessor extends AsyncProcessor {
    /** The route's id: for the names of threads, and for messages to people. */
    String getRouteId();

    /**
     * Opens a way into the route for one thread that brings many messages. It does what the route itself does, and counts the
     * messages by simple writes where the route, which any number of threads may feed, needs atomic additions.
     */
    Entrance openEntrance();

    /** A way into a route for one thread at a time. A message may end on any thread. */
    interface Entrance extends AsyncProcessor, AutoCloseable {
        /** Gives it back, for another thread: to be called by the last that uses it, when nothing is about to go in. */
        @Override
        void close();
    }
}
