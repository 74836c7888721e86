package io.mehari.management;

/** The MBean of a route. */
public interface RouteMXBean {
    String getRouteId();

    /** The text of {@code routeDescription}; empty if there is none. */
    String getDescription();

    String getEndpointUri();

    String getState();

    long getExchangesInflight();

    /** The number of messages in the queue that the route consumes from, if there is one. */
    long getExchangesPending();

    long getExchangesCompleted();

    long getExchangesFailed();

    /** Whether times are measured; if not, the following three values are 0. See {@link io.mehari.RouteTimes}. */
    boolean isTimed();

    /** The number of measured exchanges, including those that another route sent by {@code direct:}. */
    long getTimedExchanges();

    long getMeanProcessingNanos();

    long getMaxProcessingNanos();

    void start();

    void stop();

    void suspend();

    void resume();
}
