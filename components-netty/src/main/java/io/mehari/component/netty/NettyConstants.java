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

    /** A route sets it to true, and the connection is closed after the reply. */
    public static final String CLOSE_WHEN_COMPLETE = "MehariNettyCloseChannelWhenComplete";
}
