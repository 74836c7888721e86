package io.mehari.component.netty;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Decodes requests, and refuses requests that a proxy in between may understand differently (request smuggling): two
 * lengths, a length and chunks, lines that end in a line feed alone, or white space where it is not allowed.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    StrictRequestDecoder(HttpSettings settings) {
        super(config(settings));
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
