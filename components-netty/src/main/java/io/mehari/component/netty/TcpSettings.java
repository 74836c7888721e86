package io.mehari.component.netty;

import io.mehari.spi.EndpointOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of one {@code netty:tcp} URI, checked. */
final class TcpSettings extends SocketSettings {
    private static final String DELIMITED = "textline";
    private static final int LONGEST_LENGTH_FIELD = 4;

    final boolean sync;
    final boolean disconnect;
    final boolean disconnectOnNoReply;
    final boolean clientMode;
    final boolean reconnect;
    final long reconnectMillis;
    final long idleTimeoutMillis;
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

    TcpSettings(String uri, HostPort address, EndpointOptions options) {
        super(uri, address, options, options.get(SocketOptions.SSL));
        sync = options.get(TcpOptions.SYNC);
        disconnect = options.get(TcpOptions.DISCONNECT);
        disconnectOnNoReply = options.get(TcpOptions.DISCONNECT_ON_NO_REPLY);
        clientMode = options.get(TcpOptions.CLIENT_MODE);
        reconnect = options.get(TcpOptions.RECONNECT);
        reconnectMillis = millis(TcpOptions.RECONNECT_INTERVAL, 1);
        idleTimeoutMillis = millis(TcpOptions.IDLE_TIMEOUT, 0);
        textline = options.get(TcpOptions.TEXTLINE);
        lineDelimiter = options.get(TcpOptions.DELIMITER) == TcpOptions.Delimiter.LINE;
        appendDelimiter = options.get(TcpOptions.AUTO_APPEND_DELIMITER);
        maxLineLength = atLeast(TcpOptions.DECODER_MAX_LINE_LENGTH, 1);
        charset = charset(options.get(TcpOptions.ENCODING));
        lengthField = options.find(TcpOptions.LENGTH_FIELD);
        maxFrameLength = atLeast(TcpOptions.MAX_FRAME_LENGTH, 1);
        fixedLength = options.find(TcpOptions.FIXED_LENGTH);
        codec = options.find(TcpOptions.CODEC);
        correlation = options.find(TcpOptions.CORRELATION);
        checkFrames();
        SendCompletion completion = completion(sync);
        check(
                sync || completion != SendCompletion.Reply,
                "completion=Reply and sync=false exclude each other: with sync=false there is no reply");
        check(
                correlation == null || sync,
                "correlation and sync=false exclude each other: with sync=false there is no reply");
    }

    private void checkFrames() {
        long given = Stream.of(textline ? DELIMITED : null, lengthField, fixedLength, codec)
                .filter(each -> each != null)
                .count();
        check(
                given == 1,
                "it must say where a message ends, with exactly one of textline=true, lengthField=4, fixedLength=100"
                        + " and codec=#name");
        Integer field = lengthField;
        check(
                field == null || (field >= 1 && field <= LONGEST_LENGTH_FIELD),
                "lengthField must be 1, 2, 3 or 4 bytes, not " + field);
        Integer fixed = fixedLength;
        check(fixed == null || fixed > 0, "fixedLength must be at least 1, not " + fixed);
    }

    private Charset charset(String name) {
        try {
            Charset found = Charset.forName(name);
            boolean ascii = new String(new byte[] {'\n', 'a'}, found).equals("\na");
            check(!textline || ascii, "encoding must be a character set that contains ASCII, not " + found);
            return found;
        } catch (IllegalArgumentException e) {
            check(false, "this JDK has no character set '" + name + "': write UTF-8 or ISO-8859-1, for example");
            return StandardCharsets.UTF_8;
        }
    }
}
