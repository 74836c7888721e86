package io.mehari.scenarios;

/** One library doing a scenario, as its own users would write it. Used once: started, sent to, closed. */
public interface Subject extends AutoCloseable {

    /**
     * Starts the routes of a scenario. Those that are paced begin to send by themselves.
     *
     * @param sink is told of each message at the end
     */
    void start(Variation variation, Sink sink) throws Exception;

    /**
     * Sends a message; returns when a sender may go on: once it is taken, or done, as the scenario says. What there is
     * no room for waits. Called by several threads at the same time.
     *
     * @param body a list where {@link Variation#sendsLists}
     */
    void send(Object body) throws Exception;

    /** Stops everything; no thread is left. What was sent has been delivered before. */
    @Override
    void close();
}
