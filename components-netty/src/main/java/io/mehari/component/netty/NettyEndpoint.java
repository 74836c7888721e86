package io.mehari.component.netty;

import io.mehari.Endpoint;
import io.mehari.RoutingContext;

/** A network endpoint, of either scheme. Any thread may read its counts. */
public abstract class NettyEndpoint extends Endpoint {
    protected NettyEndpoint(RoutingContext context, String uri) {
        super(context, uri);
    }

    /** The port of the route's server. If the URI has port 0, this is the port that the system has chosen. */
    public abstract int getPort();

    /** The number of open connections to the route's server. */
    public abstract int getServerConnections();

    /** The number of open connections of the senders to this endpoint. */
    public abstract int getClientConnections();

    /** The number of messages that {@code completion=Queued} has accepted and not yet written. */
    public abstract int getQueuedSends();

    /** The number of messages that {@code completion=Queued} has accepted and could not write. */
    public abstract long getFailedSends();
}
