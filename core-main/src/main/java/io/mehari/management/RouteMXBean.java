package io.mehari.management;

/** The MBean of a route. */
public interface RouteMXBean extends ExchangeCounts {
    String getRouteId();

    /** The text of {@code description}; empty if there is none. */
    String getDescription();

    String getEndpointUri();

    String getState();

    /** Whether times are measured; if not, the following three values are 0. See {@link io.mehari.RouteTimes}. */
    boolean isTimed();

    /** The number of measured exchanges, including those that another route sent by {@code direct:}. */
    long getTimedExchanges();

    long getMeanProcessingNanos();

    long getMaxProcessingNanos();

    /**
     * What the route consists of, with the counts of now.
     *
     * @param format {@code text}, {@code json} or {@code mermaid}
     */
    String describe(String format);

    void start();

    void stop();

    void suspend();

    void resume();
}
