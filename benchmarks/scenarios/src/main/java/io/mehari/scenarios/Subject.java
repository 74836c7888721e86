package io.mehari.scenarios;

/**
 * A scenario in one library, as users of that library would write it. An object is used once: it is started, gets
 * messages, and is closed.
 */
public interface Subject extends AutoCloseable {

    /**
     * Starts the routes of a scenario. Paced routes begin to send on their own.
     *
     * @param sink is called for each message at the end
     */
    void start(Variation variation, Sink sink) throws Exception;

    /**
     * Sends a message. Returns when the sender may continue: when the message is accepted or processed, depending on
     * the scenario. If there is no room, the sender waits. Several threads may call this at the same time.
     *
     * @param body the body; a list if {@link Variation#sendsLists} is true
     */
    void send(Object body) throws Exception;

    /** Stops everything, and ends all threads. All sent messages have been delivered before. */
    @Override
    void close();
}
