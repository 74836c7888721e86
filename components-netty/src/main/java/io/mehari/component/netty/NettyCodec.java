package io.mehari.component.netty;

import io.netty.channel.ChannelPipeline;

/**
 * Your own encoding of messages on a connection, for the option {@code codec=#name}. It adds handlers to a new
 * connection, Netty's or your own: decoders, which turn bytes into message bodies, and encoders, which turn bodies into
 * bytes.
 */
@FunctionalInterface
public interface NettyCodec {
    /**
     * Called for each new connection, on an event loop. The object that the last decoder passes on is the body of a
     * message; a {@code ByteBuf} is copied to a {@code byte[]} and released.
     */
    void addTo(ChannelPipeline pipeline);
}
