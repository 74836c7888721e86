package io.mehari.component.netty.tcp;

import io.mehari.Processor;
import io.mehari.component.netty.socket.BlockedLoop;
import io.mehari.component.netty.socket.BufferedBytes;
import io.mehari.component.netty.socket.Listener;
import io.mehari.component.netty.socket.RoutePool;
import io.mehari.component.netty.socket.ServerConnection;
import io.mehari.component.netty.socket.TlsWords;
import io.mehari.component.netty.socket.UnsentReplies;
import io.mehari.connector.Admission;
import io.mehari.connector.ReceivingConsumer;
import io.mehari.spi.internal.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Passes messages of TCP connections to a route: those to a port, or one that it opens itself (clientMode). */
final class TcpConsumer extends ReceivingConsumer<TcpEndpoint> {
    private final TcpSettings settings;
    private final Admission gate;
    private final AtomicInteger pending = new AtomicInteger();
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final BufferedBytes buffered;
    private final Log badInput = new Log(log());
    private final Log withoutReply = new Log(log());
    private final UnsentReplies unsent = new UnsentReplies(this, log());
    private final BlockedLoop blockedLoop;
    private @Nullable Listener listener;
    private @Nullable OutgoingLink link;
    private @Nullable RoutePool pool;
    private volatile boolean open;

    TcpConsumer(TcpEndpoint endpoint, Processor processor) {
        super(endpoint, processor, "netty");
        this.settings = endpoint.settings();
        this.gate = new Admission(settings.maxInFlight);
        this.buffered = new BufferedBytes(settings, "Route " + name(), connections);
        this.blockedLoop = new BlockedLoop(name());
    }

    Frames frames() {
        return endpoint.frames();
    }

    Admission gate() {
        return gate;
    }

    BufferedBytes buffered() {
        return buffered;
    }

    AtomicInteger pending() {
        return pending;
    }

    @Nullable
    RoutePool pool() {
        return pool;
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (pool == null && !settings.runOnEventLoop) {
            pool = endpoint.newPool(name());
        }
        open = true;
        connections.forEach(this::pauseUnlessOpen);
        try {
            if (settings.options.get(TcpOptions.CLIENT_MODE)) {
                startLink();
            } else {
                startListener();
            }
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
    }

    private void startListener() {
        Listener current = listener;
        if (current == null) {
            current = new Listener(settings, "Route " + name(), endpoint.loops(), this::connect);
            listener = current;
            endpoint.listens(current);
        }
        current.open();
    }

    private void startLink() {
        OutgoingLink current = link;
        if (current == null) {
            current = new OutgoingLink(settings, endpoint, this::connect);
            link = current;
        }
        current.start();
    }

    private void connect(Channel channel) {
        TcpServerConnection connection = new TcpServerConnection(this, settings);
        connections.add(connection);
        channel.closeFuture().addListener(closed -> connections.remove(connection));
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(connection.intake());
        endpoint.frames().addTo(pipeline, connection.intake());
        pipeline.addLast(connection);
        if (!open) {
            pauseUnlessOpen(connection); // it was opened while the route was suspended
        }
    }

    private void pauseUnlessOpen(ServerConnection connection) {
        connection.pauseUnless(() -> open);
    }

    /** Stops to accept connections and to read. Messages that were already read are processed and answered. */
    @Override
    public synchronized void closeIntake() {
        open = false;
        if (listener != null) {
            listener.close();
        }
        if (link != null) {
            link.stop();
        }
        connections.forEach(this::pauseUnlessOpen);
    }

    @Override
    public synchronized void stop() {
        closeIntake();
        connections.forEach(ServerConnection::discard);
        if (listener != null) {
            listener.closeConnections();
        }
        if (link != null) {
            link.close();
        }
        if (pool != null) {
            pool.shutdown();
            pool = null;
        }
        listener = null;
        link = null;
    }

    @Override
    public int getPendingExchangesSize() {
        return Math.max(0, pending.get());
    }

    @Override
    public boolean hasTaken() { // in this order: a batch leaves the gate when its replies are counted
        return pending.get() > 0 || gate.taken() > 0 || connections.stream().anyMatch(ServerConnection::hasUnread);
    }

    // ---- what goes wrong

    UnsentReplies unsent() {
        return unsent;
    }

    void badInput(SocketAddress from, Throwable failure) {
        String words = TlsWords.ofServer(failure);
        String closed = endpoint + ": the connection from " + from + " is closed [MH-62]";
        badInput.warnOnceAMinute(words == null ? closed : closed + ": " + words, words == null ? failure : null);
    }

    void noReply(SocketAddress to) {
        withoutReply.warnOnceAMinute(
                this + ": the connection from " + to + " is closed [MH-62]: the route has ended with a null body, so"
                        + " there is no reply; set a body, or sync=false if the other side waits for none, or"
                        + " disconnectOnNoReply=false to keep the connection",
                null);
    }

    BlockedLoop blockedLoop() {
        return blockedLoop;
    }
}
