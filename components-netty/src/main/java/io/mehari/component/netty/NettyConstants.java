package io.mehari.component.netty;

/**
 * Names of headers. Those that begin with {@code Mehari} are for routes alone: they are never written to the network,
 * and none is taken from it.
 */
public final class NettyConstants {
    private NettyConstants() {}

    /** The address of the other side, a {@link java.net.SocketAddress}. */
    public static final String REMOTE_ADDRESS = "MehariNettyRemoteAddress";

    /** The address of this side, a {@link java.net.SocketAddress}. */
    public static final String LOCAL_ADDRESS = "MehariNettyLocalAddress";

    /** The subject of the client's certificate, if the server asked for one and it was verified. */
    public static final String CLIENT_SUBJECT = "MehariNettySSLClientCertSubjectName";

    /** The method of a request, such as {@code GET}; a sender without it uses GET for a null body, or else POST. */
    public static final String HTTP_METHOD = "MehariHttpMethod";

    /** The path of a request as it was sent, without the query. */
    public static final String HTTP_URI = "MehariHttpUri";

    /** The path after that of the route's URI; a sender adds it to the path of its URI. */
    public static final String HTTP_PATH = "MehariHttpPath";

    /** The query of a request as it was sent; a sender adds it to its URI. */
    public static final String HTTP_QUERY = "MehariHttpQuery";

    /** The status of an answer, an {@code Integer}; a route sets it, a sender gets it. */
    public static final String HTTP_RESPONSE_CODE = "MehariHttpResponseCode";

    /** The text after the status of an answer. */
    public static final String HTTP_RESPONSE_TEXT = "MehariHttpResponseText";

    /** A route sets it to true, and the connection is closed after the reply. */
    public static final String CLOSE_WHEN_COMPLETE = "MehariNettyCloseChannelWhenComplete";
}
