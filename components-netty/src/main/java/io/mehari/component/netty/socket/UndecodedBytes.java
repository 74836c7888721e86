package io.mehari.component.netty.socket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;

/** Knows whether the decoder of a connection holds bytes after the message that it has just passed on. */
final class UndecodedBytes implements ByteToMessageDecoder.Cumulator {
    /*
     * The decoder has released its buffer if all of it was decoded. Later handlers may use a released buffer again. So
     * a handler directly after the decoder looks at it.
     */
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;
    private boolean left;

    /** Watches the last decoder of the pipeline, which may be one of the user's. */
    void watch(ChannelPipeline pipeline) {
        String last = null;
        for (Map.Entry<String, ChannelHandler> each : pipeline.toMap().entrySet()) {
            if (each.getValue() instanceof ByteToMessageDecoder && !(each.getValue() instanceof SslHandler)) {
                last = each.getKey();
            }
        }
        if (last != null && pipeline.get(last) instanceof ByteToMessageDecoder decoder) {
            decoder.setCumulator(this);
            pipeline.addAfter(last, null, new Look());
        }
    }

    @Override
    public ByteBuf cumulate(ByteBufAllocator allocator, ByteBuf before, ByteBuf more) {
        ByteBuf all = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, before, more);
        bytes = all;
        return all;
    }

    boolean exist() {
        return left;
    }

    private final class Look extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            left = bytes.refCnt() > 0 && bytes.isReadable();
            context.fireChannelRead(message);
        }
    }
}
