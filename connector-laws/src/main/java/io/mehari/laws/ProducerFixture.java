package io.mehari.laws;

import io.mehari.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The sending side of a connector, and a real server of another make. One object serves one test. */
public interface ProducerFixture extends AutoCloseable {
    /** Names of the server's threads begin with this, so that they do not count as the connector's. */
    String OTHER_THREADS = "other party";

    /** Adds to a context what the connector needs, before it starts. */
    default void prepare(RoutingContext context) {}

    /**
     * The URI to send to, with further options ({@code name=value&name=value}, or empty). The address is that of the
     * server, whether it runs or not.
     */
    String uri(String options);

    /** A URI with the host name {@code host.invalid}, which no server has. */
    String uriOfUnknownHost();

    /** The options by which the reply is waited for at most that long. */
    String timeout(long millis);

    /**
     * The option {@code completion=} with that value, and what else that needs. Without replies {@code Reply} is the same
     * as {@code Accepted}.
     */
    String completion(String value);

    /** The options by which a send without a server fails within some seconds, if it does not do so at once. */
    default String failingSoon() {
        return "";
    }

    /** A URI with a wrong option, and with that password where a password can be. */
    String uriWithPassword(String password);

    /**
     * Starts the server; a second start comes after a stop. It answers each message with {@code re: } and its body,
     * or acknowledges it if there are no replies.
     */
    void start() throws Exception;

    /** Stops the server and cuts its connections. */
    void stop() throws IOException;

    /** From now on the server receives and does not answer, until {@link #release}. */
    void hold();

    /** The server answers what it has held back, and everything after that. */
    void release();

    /**
     * The server cuts the connection after so many bytes of its next answer.
     *
     * @param bytes -1: after the whole answer
     */
    void cutNextAnswer(int bytes);

    /** The number of bytes of the answer to that body. */
    int answerLength(String body);

    /** The bodies that the server has received. */
    List<String> received();

    /** The headers of the last message, if the protocol has headers. */
    Map<String, String> lastHeaders();

    /** Headers that the server adds to its answers. */
    void answerWith(Map<String, String> headers);

    /** Whether messages have headers. */
    boolean hasHeaders();

    /** Whether an answer has a body and headers; without them it is an acknowledgement. */
    default boolean hasReplies() {
        return true;
    }

    @Override
    default void close() throws IOException {
        stop();
    }
}
