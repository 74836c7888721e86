package io.mehari.management;

/** The MBean of a context. */
public interface ContextMXBean extends ExchangeCounts {
    String getName();

    String getState();

    /** The time since the last start; 0 if the context is not started. */
    long getUptimeMillis();

    int getRoutes();

    /**
     * What the context consists of, with the counts of now.
     *
     * @param format {@code text}, {@code json} or {@code mermaid}
     */
    String describe(String format);

    void start();

    void stop();

    void suspend();

    void resume();
}
