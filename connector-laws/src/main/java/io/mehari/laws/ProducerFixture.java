package io.mehari.laws;

import io.mehari.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The producer of a connector, and a real server that is not part of the connector. One object serves one test. */
public interface ProducerFixture extends AutoCloseable {
    /** Prefix for the names of the server's threads, so that they do not count as threads of the connector. */
    String OTHER_THREADS = "other party";

    /** Adds to a context what the connector needs. Called before the context starts. */
    default void prepare(RoutingContext context) {}

    /**
     * The URI to send to, with further options ({@code name=value&name=value}, or empty). The address is always that of
     * the server, even while it does not run.
     */
    String uri(String options);

    /** A URI with the host name {@code host.invalid}, which never resolves. */
    String uriOfUnknownHost();

    /**
     * Whether the endpoint has the options {@code completion} and {@code onSendFailure}, and the connector itself ends
     * what waits for too long. False for an endpoint of another framework, which has options of its own.
     */
    default boolean hasOptionsOfMehari() {
        return true;
    }

    /** The options that limit the wait for a reply to this time. */
    String timeout(long millis);

    /**
     * The option {@code completion=} with that value, and other options that it needs. Without replies {@code Reply} is
     * the same as {@code Accepted}.
     */
    String completion(String value);

    /** The options that make a send without a server fail within some seconds, unless it always fails at once. */
    default String failingSoon() {
        return "";
    }

    /** A URI with a wrong option and with this password, in each place where a password is possible. */
    String uriWithPassword(String password);

    /**
     * Starts the server. It may be started again after a stop. The server answers each message with {@code re: } and
     * its body, or acknowledges it if there are no replies.
     */
    void start() throws Exception;

    /** Stops the server and cuts its connections. */
    void stop() throws IOException;

    /** From now on the server receives messages but does not answer, until {@link #release}. */
    void hold();

    /** The server sends the answers that it has held back, and answers all further messages. */
    void release();

    /**
     * The server cuts the connection after this number of bytes of its next answer.
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

    /** Whether an answer has a body and headers. If not, it is only an acknowledgement. */
    default boolean hasReplies() {
        return true;
    }

    @Override
    default void close() throws IOException {
        stop();
    }
}
