package io.mehari.management;

/** A route as JMX shows it. */
public interface RouteMXBean {
    String getRouteId();

    /** What {@code routeDescription} says; empty when it says nothing. */
    String getDescription();

    String getEndpointUri();

    String getState();

    long getExchangesInflight();

    /** How many wait in front of it, where it consumes from a queue. */
    long getExchangesPending();

    long getExchangesCompleted();

    long getExchangesFailed();

    void start();

    void stop();

    void suspend();

    void resume();
}
