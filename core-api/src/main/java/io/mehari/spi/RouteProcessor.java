package io.mehari.spi;

import io.mehari.AsyncProcessor;

/** A whole route, as what its consumer feeds: {@link io.mehari.Endpoint#createConsumer} gets one where a route starts from it. */
public interface RouteProcessor extends AsyncProcessor {
    /** The route's id: for the names of threads, and for messages to people. */
    String getRouteId();
}
