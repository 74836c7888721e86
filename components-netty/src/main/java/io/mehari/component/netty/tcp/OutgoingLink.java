package io.mehari.component.netty.tcp;

import io.mehari.component.netty.socket.Sockets;
import io.mehari.component.netty.socket.Tls;
import io.mehari.connector.ReconnectDelay;
import io.mehari.spi.internal.Log;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connection of a consumer in client mode. It connects again when the connection has ended. */
final class OutgoingLink {
    private final TcpSettings settings;
    private final TcpEndpoint endpoint;
    private final Consumer<Channel> initializer;
    private final ReconnectDelay delay;
    private final Log failures;
    private final @Nullable Tls tls;
    private boolean wanted;
    private boolean connecting;
    private @Nullable Channel channel;

    OutgoingLink(TcpSettings settings, TcpEndpoint endpoint, Consumer<Channel> initializer) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.failures = new Log(Log.endpoint(endpoint));
        this.initializer = initializer;
        this.delay = new ReconnectDelay(settings.options.get(TcpOptions.RECONNECT_INTERVAL));
        this.tls = settings.tls ? Tls.client(settings) : null;
    }

    synchronized void start() {
        wanted = true;
        if (channel == null && !connecting) {
            connectSoon();
        }
    }

    synchronized void stop() {
        wanted = false;
    }

    void close() {
        Channel open;
        synchronized (this) {
            wanted = false;
            open = channel;
        }
        if (open != null) {
            open.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
        }
    }

    private void connectSoon() {
        EventLoop loop = endpoint.loops().next();
        try {
            var unused = loop.schedule(() -> connect(loop), delay.nextMillis(), TimeUnit.MILLISECONDS);
            connecting = true; // not before: if this fails, the next start tries again
        } catch (RejectedExecutionException e) {
            // the context has stopped
        }
    }

    @SuppressWarnings("CatchingUnchecked") // such as an OutOfMemoryError: it tries again
    private void connect(EventLoop loop) {
        synchronized (this) {
            if (!wanted) {
                connecting = false;
                return;
            }
        }
        try {
            Bootstrap client = Sockets.client(settings, loop)
                    .option(ChannelOption.AUTO_READ, false)
                    .handler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel made) {
                            if (tls != null) {
                                var unused = tls.addToClient(made); // if it fails, the connection ends
                            }
                            initializer.accept(made);
                        }
                    });
            var unused = endpoint.connect(client, loop).whenComplete(this::connected);
        } catch (Throwable e) {
            failed(e);
        }
    }

    private synchronized void failed(Throwable failure) {
        connecting = false;
        failures.warnOnceAMinute(endpoint + " cannot connect, and tries again [MH-63]", failure);
        retry();
    }

    private synchronized void connected(Channel made, @Nullable Throwable failure) {
        if (failure != null) {
            failed(failure);
            return;
        }
        connecting = false;
        if (!wanted) {
            Sockets.close(made); // and not kept: a start opens another one, even while this one is closing
            return;
        }
        channel = made;
        delay.connected();
        made.closeFuture().addListener(closed -> ended());
    }

    private synchronized void ended() {
        channel = null;
        delay.lost();
        if (settings.options.get(TcpOptions.RECONNECT)) {
            retry();
        }
    }

    private void retry() {
        if (wanted && !connecting) {
            connectSoon();
        }
    }
}
