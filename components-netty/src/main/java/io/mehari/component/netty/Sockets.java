package io.mehari.component.netty;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;

/** Makes the sockets of clients. */
final class Sockets {
    private Sockets() {}

    /** Closes a channel, sooner or later. */
    @SuppressWarnings("FutureReturnValueIgnored") // what closing fails with helps nobody
    static void close(Channel channel) {
        channel.close();
    }

    static Bootstrap client(SocketSettings settings, EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMillis)
                .option(ChannelOption.SO_KEEPALIVE, settings.options.get(SocketOptions.KEEP_ALIVE))
                .option(ChannelOption.TCP_NODELAY, settings.options.get(SocketOptions.TCP_NO_DELAY))
                .option(ChannelOption.SO_REUSEADDR, settings.options.get(SocketOptions.REUSE_ADDRESS))
                .option(ChannelOption.SO_SNDBUF, settings.options.get(SocketOptions.SEND_BUFFER_SIZE))
                .option(ChannelOption.SO_RCVBUF, settings.options.get(SocketOptions.RECEIVE_BUFFER_SIZE));
    }
}
