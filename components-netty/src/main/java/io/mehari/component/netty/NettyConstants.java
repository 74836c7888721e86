package io.mehari.component.netty;

/** Names of headers. They are only for routes: {@link io.mehari.connector.HeaderFilter} keeps them from the network. */
public final class NettyConstants {
    private NettyConstants() {}

    /** The address of the other side, a {@link java.net.SocketAddress}. */
    public static final String REMOTE_ADDRESS = "MehariNettyRemoteAddress";

    /** The address of this side, a {@link java.net.SocketAddress}. */
    public static final String LOCAL_ADDRESS = "MehariNettyLocalAddress";

    /** The subject of the client's certificate, if the server asked for one and it was verified. */
    public static final String CLIENT_SUBJECT = "MehariNettySSLClientCertSubjectName";

    /**
     * The method of a request, such as {@code GET}. Without this header a sender uses GET for a null body, and POST
     * otherwise.
     */
    public static final String HTTP_METHOD = "MehariHttpMethod";

    /** The path of a request as it was sent, without the query. */
    public static final String HTTP_URI = "MehariHttpUri";

    /** The path after the path of the route's URI. A sender adds it to the path of its URI. */
    public static final String HTTP_PATH = "MehariHttpPath";

    /** The query of a request as it was sent. A sender adds it to its URI. */
    public static final String HTTP_QUERY = "MehariHttpQuery";

    /** The status of an answer, an {@code Integer}. A route sets it, a sender gets it. */
    public static final String HTTP_RESPONSE_CODE = "MehariHttpResponseCode";

    /** The text after the status of an answer. */
    public static final String HTTP_RESPONSE_TEXT = "MehariHttpResponseText";

    /** If a route sets it to true, the connection is closed after the reply. */
    public static final String CLOSE_WHEN_COMPLETE = "MehariNettyCloseChannelWhenComplete";
}
