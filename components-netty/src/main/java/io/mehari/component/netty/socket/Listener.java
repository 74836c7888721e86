package io.mehari.component.netty.socket;

import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.spi.internal.Log;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An open port and the connections to it. */
public final class Listener {
    private static final long CLOSE_SECONDS = 5;
    private static final long REPLIES_SECONDS = 1;
    private static final long ACCEPT_AGAIN_SECONDS = 1;
    private static final long TRY_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** If the other side does not read replies, the connection takes messages until this number of bytes waits. */
    private static final WriteBufferWaterMark UNREAD_REPLIES = new WriteBufferWaterMark(8 << 10, 16 << 10);

    /** The maximum bytes of one read. A connection holds the bytes of one read in addition to its messages. */
    private static final int MOST_READ = 16 << 10;

    /** Accepts one connection at a time, so that {@link Acceptor} can stop after each. */
    private static final RecvByteBufAllocator ONE_AT_A_TIME =
            new ServerChannelRecvByteBufAllocator().maxMessagesPerRead(1);

    private final SocketSettings settings;
    private final String name;
    private final EventLoopGroup loops;
    private final Consumer<Channel> initializer;
    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final @Nullable Tls tls;
    private final AtomicLong accepted = new AtomicLong();
    private final Log failures = new Log(Listener.class);
    private @Nullable Channel server;

    /** @param initializer fills the pipeline of a new connection */
    public Listener(SocketSettings settings, String name, EventLoopGroup loops, Consumer<Channel> initializer) {
        this.settings = settings;
        this.name = name;
        this.loops = loops;
        this.initializer = initializer;
        this.tls = settings.tls ? Tls.server(settings) : null;
    }

    public synchronized void open() {
        if (server != null) {
            return;
        }
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(Sockets.serverClass(loops))
                .option(ChannelOption.SO_REUSEADDR, settings.options.get(SocketOptions.REUSE_ADDRESS))
                .option(ChannelOption.RECVBUF_ALLOCATOR, ONE_AT_A_TIME)
                .handler(new Acceptor())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            tls.addToServer(channel);
                        }
                        initializer.accept(channel);
                    }
                });
        Integer backlog = settings.options.find(SocketOptions.BACKLOG);
        if (backlog != null) {
            bootstrap.option(ChannelOption.SO_BACKLOG, backlog);
        }
        configureChild(bootstrap);
        ChannelFuture bound = bind(bootstrap);
        Throwable failure = bound.cause();
        if (failure != null) {
            throw new ConnectionFailedException(
                    name + " cannot listen on " + settings.host + ":" + settings.port + " ("
                            + (failure instanceof UnresolvedAddressException
                                    ? "the name of the host is not known"
                                    : failure.getMessage())
                            + "): stop what uses that port, or name another port, or an address of this machine",
                    failure);
        }
        server = bound.channel();
    }

    /**
     * Binds the port. A listener that was just closed keeps its port until its selector runs again, which may be a
     * moment after the close has returned. So if the port is in use, this method tries again for a while.
     */
    private ChannelFuture bind(ServerBootstrap bootstrap) {
        long end = System.nanoTime() + TRY_AGAIN_NANOS;
        ChannelFuture bound = bootstrap.bind(settings.bindAddress()).awaitUninterruptibly();
        while (bound.cause() instanceof BindException && end - System.nanoTime() > 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            bound = bootstrap.bind(settings.bindAddress()).awaitUninterruptibly();
        }
        return bound;
    }

    private void configureChild(ServerBootstrap bootstrap) {
        bootstrap
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new AdaptiveRecvByteBufAllocator(64, 2 << 10, MOST_READ))
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNREAD_REPLIES)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true) // a client may close its output and still read
                .childOption(ChannelOption.SO_KEEPALIVE, settings.options.get(SocketOptions.KEEP_ALIVE))
                .childOption(ChannelOption.TCP_NODELAY, settings.options.get(SocketOptions.TCP_NO_DELAY))
                .childOption(ChannelOption.SO_SNDBUF, settings.options.get(SocketOptions.SEND_BUFFER_SIZE))
                .childOption(ChannelOption.SO_RCVBUF, settings.options.get(SocketOptions.RECEIVE_BUFFER_SIZE));
    }

    /** The port. If the URI has port 0, this is the port that the system has chosen. */
    public synchronized int port() {
        Channel channel = server;
        return channel == null ? settings.port : ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Accepts no more connections; those that are open stay. */
    public synchronized void close() {
        Channel channel = server;
        server = null;
        if (channel != null) {
            acceptRest(channel);
            channel.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Accepts the connections that the system has: it would reset them. The event loop accepts one after each look. */
    private void acceptRest(Channel channel) {
        long end = System.nanoTime() + TRY_AGAIN_NANOS;
        long before;
        do {
            before = accepted.get();
            channel.eventLoop().submit(() -> {}).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
        } while (accepted.get() != before && System.nanoTime() - end < 0);
    }

    public int connectionCount() {
        return open.get();
    }

    /** Waits a moment for connections that close after their last replies, and closes the others. */
    public void closeConnections() {
        long mayClose = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPLIES_SECONDS);
        for (Channel each : connections) {
            each.closeFuture().awaitUninterruptibly(Math.max(1, mayClose - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        List<ChannelFuture> closing = new ArrayList<>();
        for (Channel each : connections) {
            closing.add(each.close());
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(CLOSE_SECONDS);
        for (ChannelFuture each : closing) {
            each.awaitUninterruptibly(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    /** Counts connections, and stops accepting while their number is the maximum. */
    @ChannelHandler.Sharable
    final class Acceptor extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object child) throws Exception {
            Channel connection = (Channel) child;
            Channel listening = context.channel();
            try {
                ChannelFutureListener whenClosed = closed -> {
                    connections.remove(connection);
                    if (open.getAndDecrement() >= settings.maxConnections) {
                        acceptAgain(listening);
                    }
                };
                connections.add(connection);
                if (open.incrementAndGet() >= settings.maxConnections) {
                    listening.config().setAutoRead(false);
                }
                connection.closeFuture().addListener(whenClosed);
            } catch (Throwable e) { // such as an OutOfMemoryError, before it was counted
                connection.unsafe().closeForcibly();
                throw e;
            }
            super.channelRead(context, child);
            accepted.incrementAndGet();
        }

        /** Checks the number on the event loop that accepts, so that it cannot change at the same time. */
        private void acceptAgain(Channel listening) {
            try {
                listening.eventLoop().execute(() -> acceptIfAllowed(listening));
            } catch (RejectedExecutionException e) {
                // the event loops have stopped, and with them this listener
            }
        }

        private void acceptIfAllowed(Channel listening) {
            if (open.get() < settings.maxConnections) {
                listening.config().setAutoRead(true);
            }
        }

        /** Such as: too many files. The connection still waits, so without a pause the same would come at once. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
            Channel listening = context.channel();
            var unused = listening
                    .eventLoop()
                    .schedule(() -> acceptIfAllowed(listening), ACCEPT_AGAIN_SECONDS, TimeUnit.SECONDS);
            listening.config().setAutoRead(false); // not before: if there is no timer, it goes on without a pause
            failures.warnOnceAMinute(name + " could not accept a connection", failure);
        }
    }
}
