package io.mehari.component.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Decodes requests, and refuses requests that a proxy in between may understand differently (request smuggling): two
 * lengths, a length and chunks, lines that end in a line feed alone, or white space where it is not allowed.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    private final BooleanSupplier hasRoom;

    /** @param hasRoom whether another part of a request may be decoded */
    StrictRequestDecoder(HttpSettings settings, BooleanSupplier hasRoom) {
        super(config(settings));
        this.hasRoom = hasRoom;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) throws Exception {
        if (hasRoom.getAsBoolean()) {
            super.decode(context, bytes, out);
        }
    }

    static HttpDecoderConfig config(HttpSettings settings) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(settings.maxInitialLine)
                .setMaxHeaderSize(settings.maxHeaderSize)
                .setMaxChunkSize(settings.maxChunk)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }

    /** Netty would ignore the length. A proxy that uses the length would see other requests than this server. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("The request has both a Content-Length and a Transfer-Encoding");
    }
}
