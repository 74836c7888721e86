package io.mehari.spi;

import io.mehari.Exchange;
import java.util.Collection;

/** The exchanges in flight: their numbers and, if they are kept, the exchanges. */
public interface InflightRepository {
    /** The number of exchanges in flight. */
    long size();

    /** The number of exchanges in flight in this route. */
    long size(String routeId);

    /**
     * The exchanges in flight, if they are kept. Their owners continue to change them, so use them for display only.
     */
    Collection<Exchange> browse();
}
