package io.mehari.component.netty.socket;

import io.mehari.ExchangePattern;
import io.mehari.Producer;
import io.mehari.RoutingContext;
import io.mehari.component.netty.NettyEndpoint;
import io.mehari.connector.QueuedSends;
import io.mehari.connector.SharedClient;
import io.mehari.spi.internal.Log;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What the endpoints of both schemes share. It is also the protocol of its sending side. */
public abstract class SocketEndpoint extends NettyEndpoint implements ClientProtocol {
    private final EventLoops eventLoops;
    private final SocketSettings settings;
    private final Log unexpected = new Log(Log.endpoint(this));
    private final SharedClient<Client> client = new SharedClient<>(this::newClient, Client::close);
    private final QueuedSends queuedSends;
    private volatile @Nullable Listener listener;

    protected SocketEndpoint(RoutingContext context, String uri, EventLoops eventLoops, SocketSettings settings) {
        super(context, uri);
        this.eventLoops = eventLoops;
        this.settings = settings;
        this.queuedSends = new QueuedSends(this, settings.maxInFlight, settings.onSendFailure());
    }

    @Override
    public final int getPort() {
        Listener current = listener;
        return current == null ? settings.port : current.port();
    }

    @Override
    public final int getServerConnections() {
        Listener current = listener;
        return current == null ? 0 : current.connectionCount();
    }

    @Override
    public final int getClientConnections() {
        Client current = client.get();
        return current == null ? 0 : current.connectionCount();
    }

    @Override
    public final int getQueuedSends() {
        return queuedSends.size();
    }

    @Override
    public final long getFailedSends() {
        return queuedSends.failures();
    }

    /** InOut if each message has a reply. */
    @Override
    public final ExchangePattern getExchangePattern() {
        return expectsReplies() ? ExchangePattern.InOut : ExchangePattern.InOnly;
    }

    @Override
    public final Producer createProducer() {
        checkClient();
        return new NettyProducer(this);
    }

    // ---- what a protocol does

    public abstract boolean expectsReplies();

    /** Why a server may have ended a connection instead of replying. */
    protected String noReply() {
        return "";
    }

    /** Refuses what only a server understands. */
    protected void checkClient() {}

    protected abstract Client newClient();

    /** The key of a request; null if there is no correlation function. */
    protected @Nullable Object key(Object request) throws Exception {
        return null;
    }

    // ---- for its producers and consumers

    public SocketSettings settings() {
        return settings;
    }

    public final EventLoopGroup loops() {
        return eventLoops.get();
    }

    public final CompletableFuture<Channel> connect(Bootstrap client, EventLoop loop) {
        return eventLoops.names.connect(client, settings, loop);
    }

    /** The threads of a route, which are created when they are needed. */
    public final RoutePool newPool(String route) {
        int threads = settings.options.get(SocketOptions.MAXIMUM_POOL_SIZE);
        return new RoutePool(getContext()
                .getRoutingContextExtension()
                .getThreadPools()
                .newPool("netty-" + route, threads, settings.maxInFlight));
    }

    public final void listens(Listener started) {
        listener = started;
    }

    final BufferedBytes replies() {
        return eventLoops.replies;
    }

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
