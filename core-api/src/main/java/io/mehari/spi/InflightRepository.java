package io.mehari.spi;

import io.mehari.Exchange;

/** Knows what is under way: counts always, the exchanges themselves only where browsing was asked for. */
public interface InflightRepository {
    void add(Exchange exchange, String routeId);

    void remove(Exchange exchange, String routeId);

    /** How many are under way in all. */
    int size();

    /** How many are under way in that route. */
    int size(String routeId);
}
