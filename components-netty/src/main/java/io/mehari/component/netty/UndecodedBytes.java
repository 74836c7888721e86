package io.mehari.component.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;

/** Knows whether the decoder of a connection holds bytes after the message that it has just passed on. */
final class UndecodedBytes implements ByteToMessageDecoder.Cumulator {
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

    /** Watches the last decoder of the pipeline, which may be one of the user's. */
    void watch(ChannelPipeline pipeline) {
        ByteToMessageDecoder last = null;
        for (ChannelHandler each : pipeline.toMap().values()) {
            if (each instanceof ByteToMessageDecoder decoder && !(each instanceof SslHandler)) {
                last = decoder;
            }
        }
        if (last != null) {
            last.setCumulator(this);
        }
    }

    @Override
    public ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf before, ByteBuf more) {
        ByteBuf all = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, before, more);
        bytes = all;
        return all;
    }

    /**
     * Called while the decoder passes on a message. It has released the buffer if all of it was decoded. If the buffer
     * is in use again since then, the result may be true by mistake, but never false.
     */
    boolean exist() {
        return bytes.refCnt() > 0 && bytes.isReadable();
    }
}
