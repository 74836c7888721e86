package io.mehari.component.netty;

import io.mehari.Endpoint;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.spi.ThreadPools;
import io.netty.channel.EventLoopGroup;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An endpoint of the network. Its counts may be read by any thread. */
public abstract sealed class NettyEndpoint extends Endpoint permits TcpEndpoint, HttpEndpoint {
    private final EventLoops eventLoops;
    private final SocketSettings settings;
    private final Log unexpected = new Log();
    private final Log sendFailures = new Log();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong failedSends = new AtomicLong();
    private @Nullable Client client;
    private @Nullable ProducerTemplate template;
    private int producers;
    private volatile @Nullable Listener listener;

    NettyEndpoint(RoutingContext context, String uri, EventLoops eventLoops, SocketSettings settings) {
        super(context, uri);
        this.eventLoops = eventLoops;
        this.settings = settings;
    }

    /** The port of the route's server: the one that the system has chosen if the URI says 0. */
    public final int getPort() {
        Listener mine = listener;
        return mine == null ? settings.port : mine.port();
    }

    /** The open connections to the route's server. */
    public final int getServerConnections() {
        Listener mine = listener;
        return mine == null ? 0 : mine.connectionCount();
    }

    /** The open connections of the senders to this endpoint. */
    public final synchronized int getClientConnections() {
        Client mine = client;
        return mine == null ? 0 : mine.connectionCount();
    }

    /** The messages that {@code completion=Queued} has accepted and not written yet. */
    public final int getQueuedSends() {
        return queued.get();
    }

    /** The messages that {@code completion=Queued} has accepted and could not write. */
    public final long getFailedSends() {
        return failedSends.get();
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

    /** The key of a request; null if replies are told apart by their order. */
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

    /** The connections, for a producer that starts. */
    final synchronized Client holdClient() {
        Client mine = client;
        if (mine == null) {
            mine = newClient();
            client = mine;
        }
        producers++;
        return mine;
    }

    final void releaseClient() {
        Client closing = null;
        synchronized (this) {
            if (--producers == 0) {
                closing = client;
                client = null;
            }
        }
        if (closing != null) {
            closing.close();
        }
    }

    /** Counts a message that a sender leaves to be written; false if there are as many as the URI allows. */
    final boolean enqueue() {
        if (queued.incrementAndGet() <= settings.maxInFlight) {
            return true;
        }
        queued.decrementAndGet();
        return false;
    }

    final void dequeue() {
        queued.decrementAndGet();
    }

    final void countFailedSend(Throwable why) {
        failedSends.incrementAndGet();
        sendFailures.warnOnceAMinute(this + ": a message of completion=Queued could not be sent", why);
    }

    /** Sends a message that could not be written to the endpoint for such messages. */
    final synchronized ProducerTemplate failureTemplate() {
        ProducerTemplate mine = template;
        if (mine == null) {
            mine = getContext().createProducerTemplate();
            template = mine;
        }
        return mine;
    }

    final void unexpected(SocketAddress from) {
        unexpected.warnOnceAMinute(
                this + ": " + from + " has sent something that is no reply to a request; it is ignored", null);
    }
}
