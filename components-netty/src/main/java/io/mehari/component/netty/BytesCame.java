package io.mehari.component.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Tells a connection that bytes have arrived, before they are decoded. */
final class BytesCame extends ChannelInboundHandlerAdapter {
    private final ServerConnection connection;

    BytesCame(ServerConnection connection) {
        this.connection = connection;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        connection.bytesCame();
        context.fireChannelRead(bytes);
    }
}
