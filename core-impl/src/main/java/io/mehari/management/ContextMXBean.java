package io.mehari.management;

/** A context as JMX shows it. */
public interface ContextMXBean {
    String getName();

    String getState();

    /** Since the last start; 0 when it is not started. */
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
