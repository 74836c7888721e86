package io.mehari.component.netty;

import io.mehari.spi.EndpointOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The options of {@code netty:tcp}. */
final class TcpOptions {
    private TcpOptions() {}

    /** The delimiter of lines of text. */
    enum Delimiter {
        LINE,
        NULL
    }

    static final EndpointOption<Boolean> SYNC =
            EndpointOption.of("sync", Boolean.class, true, "each message has a reply; false: messages go one way");
    static final EndpointOption<Boolean> DISCONNECT =
            EndpointOption.of("disconnect", Boolean.class, false, "close the connection after each message");
    static final EndpointOption<Boolean> DISCONNECT_ON_NO_REPLY = EndpointOption.of(
            "disconnectOnNoReply",
            Boolean.class,
            true,
            "server: close the connection if sync=true and the route ends with a null body; false: write nothing");
    static final EndpointOption<Duration> IDLE_TIMEOUT = EndpointOption.of(
            "idleTimeout",
            Duration.class,
            Duration.ZERO,
            "server: close a connection that has received nothing for this time; 0: never");
    static final EndpointOption<Boolean> CLIENT_MODE = EndpointOption.of(
            "clientMode",
            Boolean.class,
            false,
            "a route from this endpoint connects to a server, instead of being one");
    static final EndpointOption<Boolean> RECONNECT = EndpointOption.of(
            "reconnect", Boolean.class, true, "clientMode: connect again when the connection has ended");
    static final EndpointOption<Duration> RECONNECT_INTERVAL = EndpointOption.of(
            "reconnectInterval",
            Duration.class,
            Duration.ofSeconds(10),
            "clientMode: maximum time between two attempts; the first comes at once, the next after about 100 ms");

    // ---- where a message ends
    static final EndpointOption<Boolean> TEXTLINE =
            EndpointOption.of("textline", Boolean.class, false, "a message is a line of text, a String");
    static final EndpointOption<Delimiter> DELIMITER = EndpointOption.of(
            "delimiter", Delimiter.class, Delimiter.LINE, "textline: what ends a line, a line feed or a zero byte");
    static final EndpointOption<Boolean> AUTO_APPEND_DELIMITER = EndpointOption.of(
            "autoAppendDelimiter",
            Boolean.class,
            true,
            "textline: end each sent line; a string with a line end in it is refused. false: send it as it is");
    static final EndpointOption<Integer> DECODER_MAX_LINE_LENGTH = EndpointOption.of(
            "decoderMaxLineLength", Integer.class, 1_024, "textline: maximum length of a line, in bytes");
    static final EndpointOption<String> ENCODING =
            EndpointOption.of("encoding", String.class, "UTF-8", "textline: character set");
    static final EndpointOption<Integer> LENGTH_FIELD = EndpointOption.optional(
            "lengthField",
            Integer.class,
            "a message is bytes, with their number before them in a field of 1, 2, 3 or 4 bytes, most significant"
                    + " first");
    static final EndpointOption<Integer> MAX_FRAME_LENGTH = EndpointOption.of(
            "maxFrameLength", Integer.class, 1 << 20, "lengthField: maximum length of a message, in bytes");
    static final EndpointOption<Integer> FIXED_LENGTH =
            EndpointOption.optional("fixedLength", Integer.class, "each message has this number of bytes");
    static final EndpointOption<NettyCodec> CODEC =
            EndpointOption.optional("codec", NettyCodec.class, "your own decoders and encoders");
    static final EndpointOption<CorrelationKey> CORRELATION = EndpointOption.optional(
            "correlation",
            CorrelationKey.class,
            "client: many requests share one connection, and this finds the request of a reply; without it a"
                    + " connection carries one request at a time");

    static final List<EndpointOption<?>> ALL = Stream.concat(
                    Stream.<EndpointOption<?>>of(
                            TEXTLINE,
                            DELIMITER,
                            AUTO_APPEND_DELIMITER,
                            DECODER_MAX_LINE_LENGTH,
                            ENCODING,
                            LENGTH_FIELD,
                            MAX_FRAME_LENGTH,
                            FIXED_LENGTH,
                            CODEC,
                            SYNC,
                            DISCONNECT,
                            DISCONNECT_ON_NO_REPLY,
                            CORRELATION,
                            IDLE_TIMEOUT,
                            CLIENT_MODE,
                            RECONNECT,
                            RECONNECT_INTERVAL),
                    SocketOptions.COMMON.stream())
            .toList();
}
