package io.mehari.component.netty;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * Decodes requests, and refuses those that another server in between may understand differently: with two lengths, with
 * a length and chunks, with lines that end in a line feed alone, with white space where none belongs.
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

    /** Netty would drop the length. A server that does not is smuggled a request to. */
    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("The request has both a Content-Length and a Transfer-Encoding");
    }
}
