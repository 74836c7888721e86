package io.mehari.component.netty.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Decodes requests, and refuses requests that a proxy in between may understand differently (request smuggling): two
 * lengths, a length and chunks, lines that end in a line feed alone, white space where it is not allowed, a first line
 * with other bytes than a URI has, or a header that continues on a second line.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    /** The bytes of visible ASCII, except for some that no URI has. */
    private static final boolean[] IN_FIRST_LINE = new boolean[0x100];

    private static final byte[] VERSION = {'H', 'T', 'T', 'P', '/'};

    static {
        Arrays.fill(IN_FIRST_LINE, '!', 0x7f, true);
        for (char each : new char[] {'#', '"', '<', '>', '\\'}) {
            IN_FIRST_LINE[each] = false;
        }
    }

    private final BooleanSupplier hasRoom;
    private boolean inHead = true;
    private boolean afterFirstLine;
    private boolean malformed;

    /** @param hasRoom whether another part of a request may be decoded */
    StrictRequestDecoder(HttpSettings settings, BooleanSupplier hasRoom) {
        super(config(settings));
        this.hasRoom = hasRoom;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) throws Exception {
        while (inHead && !afterFirstLine && bytes.isReadable() && isLineEnd(bytes.getByte(bytes.readerIndex()))) {
            bytes.skipBytes(1); // empty lines before a request begin none
        }
        if (bytes.isReadable() && hasRoom.getAsBoolean()) {
            malformed |= inHead && isMalformed(bytes);
            int before = out.size();
            super.decode(context, bytes, out);
            for (int i = before; i < out.size(); i++) {
                look(out.get(i));
            }
        }
    }

    private void look(Object part) {
        if (part instanceof HttpRequest request) {
            inHead = false;
            if (malformed && request.decoderResult().isSuccess()) {
                request.setDecoderResult(DecoderResult.failure(
                        new IllegalArgumentException("The first line or a header line is not valid HTTP/1.1")));
            }
        }
        if (part instanceof LastHttpContent) {
            inHead = true;
            afterFirstLine = false;
        }
    }

    private static boolean isLineEnd(byte each) {
        return each == '\r' || each == '\n';
    }

    /** Checks the whole lines among the bytes: those are decoded now. */
    private boolean isMalformed(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        if (!afterFirstLine) {
            int feed = bytes.indexOf(at, end, (byte) '\n');
            if (feed < 0) {
                return false;
            }
            afterFirstLine = true;
            if (!isFirstLine(bytes, at, feed)) {
                return true;
            }
            at = feed + 1;
        }
        while (at < end && bytes.getByte(at) != '\r') { // not the empty line at the end
            byte first = bytes.getByte(at);
            if (first == ' ' || first == '\t') {
                return true; // it continues the line before it
            }
            int feed = bytes.indexOf(at, end, (byte) '\n');
            at = feed < 0 ? end : feed + 1;
        }
        return false;
    }

    /** Three words with one space between them, such as {@code GET /a HTTP/1.1}; the version in this spelling. */
    private static boolean isFirstLine(ByteBuf bytes, int from, int feed) {
        int spaces = 0;
        int version = from;
        int end = feed > from && bytes.getByte(feed - 1) == '\r' ? feed - 1 : feed;
        for (int i = from; i < end; i++) {
            int each = bytes.getByte(i) & 0xff;
            if (each == ' ') {
                spaces++;
                version = i + 1;
            } else if (!IN_FIRST_LINE[each]) {
                return false;
            }
        }
        boolean isVersion = spaces == 2 && end - version == VERSION.length + 3;
        for (int i = 0; isVersion && i < VERSION.length; i++) {
            isVersion = bytes.getByte(version + i) == VERSION[i];
        }
        return isVersion && bytes.getByte(end - 2) == '.'; // Netty parses the digits
    }

    static HttpDecoderConfig config(HttpSettings settings) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(settings.options.get(HttpOptions.MAX_INITIAL_LINE_LENGTH))
                .setMaxHeaderSize(settings.options.get(HttpOptions.MAX_HEADER_SIZE))
                .setMaxChunkSize(settings.options.get(HttpOptions.MAX_CHUNK_SIZE))
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
