package io.mehari.component.netty.socket;

import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.spi.internal.Log;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the connections of a sender. Nothing is sent before TLS is ready: its failure is one of the connection. */
final class ClientConnector {
    private final SocketEndpoint endpoint;
    private final SocketSettings settings;
    private final @Nullable Tls tls;

    ClientConnector(SocketEndpoint endpoint) {
        this.endpoint = endpoint;
        this.settings = endpoint.settings();
        this.tls = settings.tls ? Tls.client(settings) : null;
    }

    /** Completes when the connection is ready to send, or with a {@link ConnectionFailedException}. */
    CompletableFuture<Channel> connect(EventLoop loop, Consumer<ChannelPipeline> handlers) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        Start start = new Start(handlers);
        var unused = endpoint.connect(Sockets.client(settings, loop).handler(start), loop)
                .whenComplete((channel, failure) -> {
                    Future<Channel> handshake = start.handshake;
                    if (failure != null) {
                        result.completeExceptionally(new ConnectionFailedException(
                                endpoint + " cannot connect (" + words(failure)
                                        + "): check that the server runs and that host and port are right",
                                failure));
                    } else if (handshake == null) {
                        result.complete(channel);
                    } else {
                        handshake.addListener(shaken -> shaken(channel, shaken.cause(), result));
                    }
                });
        return result;
    }

    private void shaken(Channel channel, @Nullable Throwable failure, CompletableFuture<Channel> result) {
        if (failure == null) {
            result.complete(channel);
        } else {
            Sockets.close(channel);
            result.completeExceptionally(new ConnectionFailedException(
                    endpoint + " cannot connect with TLS: " + TlsWords.ofClient(failure, settings.host), failure));
        }
    }

    /** The exceptions of Netty only repeat their causes. */
    private static String words(Throwable why) {
        return why instanceof ConnectException && why.getMessage() != null ? why.getMessage() : Log.describe(why);
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
