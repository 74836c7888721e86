package io.mehari.component.netty.socket;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** Creates sockets for the transport of the event loops. */
public final class Sockets {
    private Sockets() {}

    @SuppressWarnings("FutureReturnValueIgnored") // a failure to close needs no action
    public static void close(Channel channel) {
        channel.close();
    }

    public static void release(@Nullable Object message) {
        if (message != null) {
            ReferenceCountUtil.safeRelease(message);
        }
    }

    public static Class<? extends ServerChannel> serverClass(EventLoopGroup loops) {
        return isNative(loops) ? NativeTransport.serverClass() : NioServerSocketChannel.class;
    }

    private static boolean isNative(EventLoopGroup loops) {
        return !((IoEventLoopGroup) loops).isIoType(NioIoHandler.class);
    }

    public static Bootstrap client(SocketSettings settings, EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(isNative(loop) ? NativeTransport.clientClass() : NioSocketChannel.class)
                .option(ChannelOption.SO_KEEPALIVE, settings.options.get(SocketOptions.KEEP_ALIVE))
                .option(ChannelOption.TCP_NODELAY, settings.options.get(SocketOptions.TCP_NO_DELAY))
                .option(ChannelOption.SO_REUSEADDR, settings.options.get(SocketOptions.REUSE_ADDRESS))
                .option(ChannelOption.SO_SNDBUF, settings.options.get(SocketOptions.SEND_BUFFER_SIZE))
                .option(ChannelOption.SO_RCVBUF, settings.options.get(SocketOptions.RECEIVE_BUFFER_SIZE));
    }
}
