package io.mehari.spi;

/** How many exchanges are in flight. */
public interface InflightRepository {
    /** The number of exchanges in flight. */
    long size();

    /** The number of exchanges in flight in this route. */
    long size(String routeId);
}
