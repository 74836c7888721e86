package io.mehari.spi;

import io.mehari.Exchange;
import java.util.Collection;

/**
 * Counts the exchanges in flight, and may keep them. The default repository keeps them only if browsing is on. A
 * repository of your own is called for every exchange that enters a route, on the thread that carries the exchange, so
 * it must be thread-safe.
 */
public interface InflightRepository {
    void add(Exchange exchange, String routeId);

    /** Called exactly once for each exchange that was added, also if the route failed. */
    void remove(Exchange exchange, String routeId);

    /** The number of exchanges in flight. */
    long size();

    /** The number of exchanges in flight in this route. */
    long size(String routeId);

    /**
     * The exchanges in flight, if they are kept. Their owners continue to change them, so use them for display only.
     */
    Collection<Exchange> browse();
}
