package io.mehari.laws;

import io.mehari.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The consumer of a connector, and another party that sends real messages to it. One object serves one test. */
public interface ConsumerFixture extends AutoCloseable {
    /** Adds to a context what the connector needs. Called before the context starts. */
    default void prepare(RoutingContext context) {}

    /**
     * Does the same for the context of the process that is killed: the name of a public class with the method {@code
     * public static void prepare(RoutingContext, String)}, and then the second argument of that method. Empty if there
     * is nothing to add.
     */
    default List<String> childPreparation() {
        return List.of();
    }

    /**
     * For how long the process of {@link #childPreparation} is frozen: longer than the other side waits for it. 0 if that
     * is not tested.
     */
    default long frozenMillis() {
        return 0;
    }

    /**
     * The URI that the route starts from. It is the same at each call, except for the limit. Each message has a reply
     * or an acknowledgement.
     *
     * @param maxInFlight how many messages may be in the route at once
     */
    String uri(int maxInFlight);

    /** Opens a session of the other party. Tests open several at once, and use each in one thread. */
    Session open() throws Exception;

    /** Whether messages have headers. */
    boolean hasHeaders();

    /** Whether an answer has a body and headers. They are those of the exchange when the route ends. */
    default boolean hasReplies() {
        return true;
    }

    /** Whether a message can be sent while no route takes it, because a broker keeps it. */
    default boolean keepsMessages() {
        return false;
    }

    /**
     * The length of a message of which a process with little memory cannot hold two hundred; 0 if the connector does
     * not bound the memory that it uses.
     */
    default int longMessage() {
        return 0;
    }

    /**
     * Sends the first bytes of a message and cuts the connection.
     *
     * @return false, without sending anything, if the whole message is not longer than that
     */
    boolean cutAfter(int bytes, String body) throws Exception;

    /** A URI with a wrong option and with this password, in each place where a password is possible. */
    String uriWithPassword(String password);

    @Override
    default void close() throws IOException {}

    /** One connection, or its equivalent in the protocol. */
    interface Session extends AutoCloseable {
        /** Sends a message and waits at most ten seconds for its answer. */
        Answer send(String body, Map<String, String> headers) throws Exception;

        @Override
        void close() throws IOException;
    }
}
