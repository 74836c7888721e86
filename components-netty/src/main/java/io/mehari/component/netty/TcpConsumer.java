package io.mehari.component.netty;

import io.mehari.Consumer;
import io.mehari.Processor;
import io.mehari.spi.Log;
import io.mehari.spi.RouteProcessor;
import io.mehari.spi.ShutdownAware;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Passes the messages of TCP connections to a route: of connections to a port, or of a connection that it opens itself
 * (clientMode).
 */
final class TcpConsumer implements Consumer, ShutdownAware {

    private final TcpEndpoint endpoint;
    private final TcpSettings settings;
    private final Processor processor;
    private final RouteCaller route;
    private final Gate gate;
    private final AtomicInteger pending = new AtomicInteger();
    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final Log badInput = new Log(TcpConsumer.class);
    private final BlockedLoop blockedLoop;
    private final String name;
    private @Nullable Listener listener;
    private @Nullable OutgoingLink link;
    private @Nullable ExecutorService pool;
    private volatile boolean open;

    TcpConsumer(TcpEndpoint endpoint, Processor processor) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.processor = processor;
        this.route = new RouteCaller(processor, endpoint.getExchangeFactory());
        this.gate = new Gate(settings.maxInFlight);
        this.name = processor instanceof RouteProcessor named ? named.getRouteId() : "netty";
        this.blockedLoop = new BlockedLoop(name);
    }

    @Override
    public TcpEndpoint getEndpoint() {
        return endpoint;
    }

    @Override
    public Processor getProcessor() {
        return processor;
    }

    RouteCaller route() {
        return route;
    }

    Frames frames() {
        return endpoint.frames();
    }

    Gate gate() {
        return gate;
    }

    AtomicInteger pending() {
        return pending;
    }

    @Nullable
    Executor executor() {
        return pool;
    }

    // ---- life

    @Override
    public synchronized void start() {
        if (pool == null && !settings.runOnEventLoop) {
            pool = endpoint.pools().newPool("netty-" + name, settings.maximumPoolSize, settings.maxInFlight);
        }
        open = true;
        connections.forEach(this::pauseUnlessOpen);
        try {
            if (settings.clientMode) {
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
        Listener mine = listener;
        if (mine == null) {
            Tls tls = settings.tls ? Tls.server(settings) : null;
            mine = new Listener(settings, "Route " + name, endpoint.loops(), channel -> {
                if (tls != null) {
                    tls.addToServer(channel);
                }
                connect(channel);
            });
            listener = mine;
            endpoint.listens(mine);
        }
        mine.open();
    }

    private void startLink() {
        OutgoingLink mine = link;
        if (mine == null) {
            mine = new OutgoingLink(settings, endpoint, this::connect);
            link = mine;
        }
        mine.start();
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
    public void suspend() {
        closeIntake();
    }

    @Override
    public void resume() {
        start();
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

    /** True until the replies are written. The route counts a message as done a moment earlier. */
    @Override
    public boolean isBusy() {
        return hasTaken();
    }

    @Override
    public boolean hasTaken() {
        return pending.get() > 0 || gate.taken() > 0;
    }

    // ---- what goes wrong

    void badInput(SocketAddress from, Throwable failure) {
        badInput.warnOnceAMinute(endpoint + ": the connection from " + from + " is closed", failure);
    }

    BlockedLoop blockedLoop() {
        return blockedLoop;
    }

    @Override
    public String toString() {
        return "Route " + name + " from " + endpoint;
    }
}
