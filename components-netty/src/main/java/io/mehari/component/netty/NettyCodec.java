package io.mehari.component.netty;

import io.netty.channel.ChannelPipeline;

/**
 * Your own encoding of messages on a connection, for the option {@code codec=#name}. It adds Netty's handlers, or your
 * own, to a new connection: decoders that turn bytes into message bodies, encoders that turn bodies into bytes.
 */
@FunctionalInterface
public interface NettyCodec {
    /**
     * Called for each new connection, on an event loop. What the last decoder passes on becomes the body of a message;
     * a {@code ByteBuf} is copied to a {@code byte[]} and released.
     */
    void addTo(ChannelPipeline pipeline);
}
