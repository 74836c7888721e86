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
     * Opens an entrance to the route for a thread that brings many messages. It does the same as the route itself, but
     * counts messages with plain writes, where the route, which any number of threads may call, needs atomic additions.
     */
    Entrance openEntrance();

    /** An entrance to a route for one thread at a time. A message may end on any thread. */
    interface Entrance extends AsyncProcessor, AutoCloseable {
        /**
         * Returns the entrance, for use by another thread. Call it when no message will be passed to this entrance any
         * more.
         */
        @Override
        void close();
    }
}
