package io.mehari.management;

/** The MBean of a context. */
public interface ContextMXBean {
    String getName();

    String getState();

    /** The time since the last start; 0 if the context is not started. */
    long getUptimeMillis();

    int getRoutes();

    long getExchangesInflight();

    long getExchangesPending();

    long getExchangesCompleted();

    long getExchangesFailed();

    void start();

    void stop();

    void suspend();

    void resume();
}
