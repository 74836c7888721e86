package io.mehari.spi;

import io.mehari.Exchange;
import java.util.Collection;

/**
 * Knows what is under way. The context's own counts, and keeps the exchanges themselves only where browsing was asked
 * for. One that is set instead is told of every exchange that a route takes in, by the thread that carries it.
 */
public interface InflightRepository {
    void add(Exchange exchange, String routeId);

    /** Exactly once for each that was added, also when the route failed. */
    void remove(Exchange exchange, String routeId);

    /** How many are under way in all. */
    long size();

    /** How many are under way in that route. */
    long size(String routeId);

    /** Those under way, if this keeps them: for looking at, since each has an owner that goes on changing it. */
    Collection<Exchange> browse();
}
