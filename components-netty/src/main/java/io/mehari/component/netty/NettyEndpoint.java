package io.mehari.component.netty;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.RoutingContext;
import io.mehari.spi.Log;
import io.mehari.spi.ThreadPools;
import io.mehari.support.QueuedSends;
import io.mehari.support.SharedClient;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** A network endpoint. Any thread may read its counts. */
public abstract sealed class NettyEndpoint extends Endpoint permits TcpEndpoint, HttpEndpoint {
    private final EventLoops eventLoops;
    private final SocketSettings settings;
    private final Log unexpected = new Log(NettyEndpoint.class);
    private final SharedClient<Client> client = new SharedClient<>(this::newClient, Client::close);
    private final QueuedSends queuedSends;
    private volatile @Nullable Listener listener;

    NettyEndpoint(RoutingContext context, String uri, EventLoops eventLoops, SocketSettings settings) {
        super(context, uri);
        this.eventLoops = eventLoops;
        this.settings = settings;
        this.queuedSends = new QueuedSends(this, settings.maxInFlight, settings.onSendFailure());
    }

    /** The port of the route's server. If the URI has port 0, this is the port that the system has chosen. */
    public final int getPort() {
        Listener mine = listener;
        return mine == null ? settings.port : mine.port();
    }

    /** The number of open connections to the route's server. */
    public final int getServerConnections() {
        Listener mine = listener;
        return mine == null ? 0 : mine.connectionCount();
    }

    /** The number of open connections of the senders to this endpoint. */
    public final int getClientConnections() {
        Client mine = client.get();
        return mine == null ? 0 : mine.connectionCount();
    }

    /** The number of messages that {@code completion=Queued} has accepted and not yet written. */
    public final int getQueuedSends() {
        return queuedSends.size();
    }

    /** The number of messages that {@code completion=Queued} has accepted and could not write. */
    public final long getFailedSends() {
        return queuedSends.failures();
    }

    /** InOut if each message has a reply. */
    @Override
    public ExchangePattern getExchangePattern() {
        return expectsReplies() ? ExchangePattern.InOut : ExchangePattern.InOnly;
    }

    @Override
    public final NettyProducer createProducer() {
        return new NettyProducer(this);
    }

    // ---- what a protocol does

    abstract boolean expectsReplies();

    abstract ClientProtocol protocol();

    abstract Client newClient();

    /** The key of a request; null if there is no correlation function. */
    @Nullable
    Object key(Object request) throws Exception {
        return null;
    }

    // ---- for its producers and consumers

    SocketSettings settings() {
        return settings;
    }

    final EventLoopGroup loops() {
        return eventLoops.get();
    }

    final ThreadPools pools() {
        return getContext().getRoutingContextExtension().getThreadPools();
    }

    final void listens(Listener started) {
        listener = started;
    }

    /** The connections of the producers. */
    final SharedClient<Client> client() {
        return client;
    }

    final QueuedSends queuedSends() {
        return queuedSends;
    }

    final void unexpected(SocketAddress from) {
        unexpected.warnOnceAMinute(
                this + ": " + from + " has sent what is not a reply to a request; it is dropped", null);
    }
}
