package io.mehari.spi;

import io.mehari.Route;

/** A route that is started, and when it starts among the others. */
public interface RouteStartupOrder {
    /** The number that {@code startupOrder} has set; 1000 if it has set none. */
    int getStartupOrder();

    Route getRoute();
}
