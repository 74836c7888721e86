package io.mehari.laws;

import io.mehari.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The receiving side of a connector, and a real other party that sends to it. One object serves one test. */
public interface ConsumerFixture extends AutoCloseable {
    /** Adds to a context what the connector needs, before it starts. */
    default void prepare(RoutingContext context) {}

    /**
     * Adds the same to the context of the process that is killed: the name of a public class with the method {@code
     * public static void prepare(RoutingContext, String)}, and its second argument. Empty if there is nothing to add.
     */
    default List<String> childPreparation() {
        return List.of();
    }

    /**
     * The URI that the route starts from; the same one, but for the limit, at each call. Each message has a reply or an
     * acknowledgement.
     *
     * @param maxInFlight how many messages may be in the route at once
     */
    String uri(int maxInFlight);

    /** Opens a session of the other party. The tests open several at once, each for one thread. */
    Session open() throws Exception;

    /** Whether messages have headers. */
    boolean hasHeaders();

    /** Whether an answer has a body and headers: those that the exchange has when the route ends. */
    default boolean hasReplies() {
        return true;
    }

    /** Whether a message can be sent while no route takes it: to a broker, which keeps it. */
    default boolean keepsMessages() {
        return false;
    }

    /**
     * Sends the first bytes of a message and cuts the connection.
     *
     * @return false, and does nothing, if the whole message has no more bytes than that
     */
    boolean cutAfter(int bytes, String body) throws Exception;

    /** A URI with a wrong option, and with that password where a password can be. */
    String uriWithPassword(String password);

    @Override
    default void close() throws IOException {}

    /** One connection, or what the protocol has instead. */
    interface Session extends AutoCloseable {
        /** Sends a message and waits for its answer, at most ten seconds. */
        Answer send(String body, Map<String, String> headers) throws Exception;

        @Override
        void close() throws IOException;
    }
}
