package io.mehari.component.netty.tcp;

import io.mehari.component.netty.CorrelationKey;
import io.mehari.component.netty.NettyCodec;
import io.mehari.component.netty.socket.SocketSettings;
import io.mehari.connector.SendCompletion;
import io.mehari.spi.EndpointOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of one {@code netty:tcp} URI, checked. */
final class TcpSettings extends SocketSettings {
    final boolean sync;
    final boolean disconnect;
    final boolean textline;
    final boolean lineDelimiter;
    final boolean appendDelimiter;
    final int maxLineLength;
    final Charset charset;
    final @Nullable Integer lengthField;
    final int maxFrameLength;
    final @Nullable Integer fixedLength;
    final @Nullable NettyCodec codec;
    final @Nullable CorrelationKey correlation;

    TcpSettings(HostPort address, EndpointOptions options) {
        super(address, options, options.get(TcpOptions.SSL));
        sync = options.get(TcpOptions.SYNC);
        disconnect = options.get(TcpOptions.DISCONNECT);
        textline = options.get(TcpOptions.TEXTLINE);
        lineDelimiter = options.get(TcpOptions.DELIMITER) == TcpOptions.Delimiter.LINE;
        appendDelimiter = options.get(TcpOptions.AUTO_APPEND_DELIMITER);
        maxLineLength = options.get(TcpOptions.DECODER_MAX_LINE_LENGTH);
        charset = charset(options.get(TcpOptions.ENCODING));
        lengthField = options.find(TcpOptions.LENGTH_FIELD);
        maxFrameLength = options.get(TcpOptions.MAX_FRAME_LENGTH);
        fixedLength = options.find(TcpOptions.FIXED_LENGTH);
        codec = options.find(TcpOptions.CODEC);
        correlation = options.find(TcpOptions.CORRELATION);
        checkFrames();
        SendCompletion completion = completion(sync);
        options.check(
                sync || completion != SendCompletion.Reply,
                "completion=Reply and sync=false exclude each other: with sync=false there is no reply");
        options.check(
                correlation == null || sync,
                "correlation and sync=false exclude each other: with sync=false there is no reply");
    }

    private void checkFrames() {
        long given = Stream.of(textline ? "textline" : null, lengthField, fixedLength, codec)
                .filter(each -> each != null)
                .count();
        options.check(
                given == 1,
                "it must say where a message ends, with exactly one of textline=true, lengthField=4, fixedLength=100"
                        + " and codec=#name");
    }

    private Charset charset(String name) {
        try {
            Charset found = Charset.forName(name);
            boolean ascii = new String(new byte[] {'\n', 'a'}, found).equals("\na");
            options.check(!textline || ascii, "encoding must be a character set that contains ASCII, not " + found);
            return found;
        } catch (IllegalArgumentException e) {
            options.check(
                    false, "this JDK has no character set '" + name + "': write UTF-8 or ISO-8859-1, for example");
            return StandardCharsets.UTF_8;
        }
    }
}
