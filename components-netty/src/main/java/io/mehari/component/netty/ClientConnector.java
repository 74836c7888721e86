package io.mehari.component.netty;

import io.mehari.spi.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens the connections of a sender. Nothing is sent before TLS is ready, so that a failure of TLS is known to be one of
 * the connection.
 */
final class ClientConnector {
    private final NettyEndpoint endpoint;
    private final SocketSettings settings;
    private final @Nullable Tls tls;

    ClientConnector(NettyEndpoint endpoint, SocketSettings settings) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.tls = settings.tls ? Tls.client(settings) : null;
    }

    /** Completes when the connection is ready to send, or with a {@link ConnectionFailedException}. */
    CompletableFuture<Channel> connect(EventLoop loop, Consumer<ChannelPipeline> handlers) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        Start start = new Start(handlers);
        ChannelFuture connecting = Sockets.client(settings, loop).handler(start).connect(settings.host, settings.port);
        connecting.addListener(done -> {
            Future<Channel> handshake = start.handshake;
            if (done.cause() != null) {
                result.completeExceptionally(
                        failed("", done.cause(), "the server runs and that host and port are right"));
            } else if (handshake == null) {
                result.complete(connecting.channel());
            } else {
                handshake.addListener(shaken -> shaken(connecting.channel(), shaken.cause(), result));
            }
        });
        return result;
    }

    private void shaken(Channel channel, @Nullable Throwable failure, CompletableFuture<Channel> result) {
        if (failure == null) {
            result.complete(channel);
        } else {
            Sockets.close(channel);
            result.completeExceptionally(
                    failed(" with TLS", failure, "the server uses TLS, and the certificates of both sides"));
        }
    }

    private ConnectionFailedException failed(String how, Throwable why, String check) {
        return new ConnectionFailedException(
                endpoint + " cannot connect" + how + " (" + Log.describe(why) + "): check that " + check, why);
    }

    private final class Start extends ChannelInitializer<Channel> {
        private final Consumer<ChannelPipeline> handlers;

        /**
         * Written on the event loop before it connects, and read when that is done. The pipeline cannot be asked then:
         * if the other side has already closed the connection, it is empty.
         */
        private @Nullable Future<Channel> handshake;

        Start(Consumer<ChannelPipeline> handlers) {
            this.handlers = handlers;
        }

        @Override
        protected void initChannel(Channel channel) {
            if (tls != null) {
                handshake = tls.addToClient(channel);
            }
            handlers.accept(channel.pipeline());
        }
    }
}
