package io.mehari.subjects;

/**
 * A scenario in one library, as users of that library would write it. An object is used once: it is started, gets
 * messages, and is closed.
 */
public interface Subject extends AutoCloseable {

    /**
     * Starts the routes of a scenario.
     *
     * @param sink is called for each message at the end
     */
    void start(Scenario scenario, Sink sink) throws Exception;

    /**
     * Sends a message. Returns when it is accepted; waits while there is no room. In the scenario {@code request} it
     * waits for the reply. Several threads may call this at the same time.
     *
     * @param body the body; a list if {@link Scenario#sendsLists} is true
     */
    void send(Object body) throws Exception;

    /** Sends a request, and calls back after the reply, on any thread. Only a subject with a queue has this. */
    default void request(Object body, Runnable then) throws Exception {
        throw new UnsupportedOperationException("It has no requests");
    }

    /** Stops the route of a queue, or starts it again. Messages that are sent in the meantime are kept. */
    default void take(boolean taking) throws Exception {
        throw new UnsupportedOperationException("A bare queue has no route to stop");
    }

    /** Stops everything, and ends all threads. All sent messages have been delivered before. */
    @Override
    void close();
}
