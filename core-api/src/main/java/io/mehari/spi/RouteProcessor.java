package io.mehari.spi;

import io.mehari.AsyncProcessor;

/**
 * A whole route as a processor, to which its consumer passes messages. {@link io.mehari.Endpoint#createConsumer} gets
 * one if a route starts at the endpoint.
 */
public interface RouteProcessor extends AsyncProcessor {
    /** The id of the route, for thread names and error messages. */
    String getRouteId();

    /**
     * Opens an entrance to the route for a thread that brings many messages. The entrance does the same as the route
     * itself. But since one thread at a time uses it, it counts messages without the atomic additions that the route
     * needs.
     */
    Entrance openEntrance();

    /** An entrance to a route for one thread at a time. A message may end on any thread. */
    interface Entrance extends AsyncProcessor, AutoCloseable {
        /** Returns the entrance, for use by another thread. Pass no message to this entrance after this call. */
        @Override
        void close();
    }
}
