package io.mehari.component.netty.tcp;

import io.mehari.component.netty.CorrelationKey;
import io.mehari.component.netty.NettyCodec;
import io.mehari.component.netty.socket.SocketOptions;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.OptionSet;
import java.time.Duration;

/** The options of {@code netty:tcp}. */
final class TcpOptions {
    private TcpOptions() {}

    static final OptionSet ALL = new OptionSet();

    /** The longest array of most JVMs, with room for a length in front. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

    /** The delimiter of lines of text. */
    enum Delimiter {
        LINE,
        NULL
    }

    // ---- where a message ends
    static final EndpointOption<Boolean> TEXTLINE = ALL.of("textline", false, "a message is a line of text, a String");
    static final EndpointOption<Delimiter> DELIMITER =
            ALL.of("delimiter", Delimiter.LINE, "textline: what ends a line, a line feed or a zero byte");
    static final EndpointOption<Boolean> AUTO_APPEND_DELIMITER =
            ALL.of("autoAppendDelimiter", true, "textline: end each sent line, and refuse one with a line end in it");
    static final EndpointOption<Integer> DECODER_MAX_LINE_LENGTH =
            ALL.atLeast(1, "decoderMaxLineLength", 1_024, "textline: maximum length of a line, in bytes");
    static final EndpointOption<String> ENCODING = ALL.of("encoding", "UTF-8", "textline: character set");
    static final EndpointOption<Integer> LENGTH_FIELD = ALL.between(
            1,
            4,
            "lengthField",
            null,
            "a message is bytes, with their number before them in a field of 1, 2, 3 or 4 bytes, most significant"
                    + " first");
    static final EndpointOption<Integer> MAX_FRAME_LENGTH =
            ALL.between(1, MOST_BYTES, "maxFrameLength", 1 << 20, "lengthField: maximum length of a message, in bytes");
    static final EndpointOption<Integer> FIXED_LENGTH =
            ALL.between(1, MOST_BYTES, "fixedLength", null, "each message has this number of bytes");
    static final EndpointOption<NettyCodec> CODEC =
            ALL.optional("codec", NettyCodec.class, "your own decoders and encoders");
    static final EndpointOption<CorrelationKey> CORRELATION = ALL.optional(
            "correlation",
            CorrelationKey.class,
            "client: many requests share one connection, and this finds the request of a reply; without it a"
                    + " connection carries one request at a time");

    // ---- exchange of messages
    static final EndpointOption<Boolean> SYNC =
            ALL.of("sync", true, "each message has a reply; false: messages go one way");
    static final EndpointOption<Boolean> DISCONNECT =
            ALL.of("disconnect", false, "close the connection after each message");
    static final EndpointOption<Boolean> DISCONNECT_ON_NO_REPLY =
            ALL.of("disconnectOnNoReply", true, "server: close if sync=true and the route ends with a null body");
    static final EndpointOption<Duration> IDLE_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "idleTimeout",
            Duration.ZERO,
            "server: close a connection that receives nothing for this time; 0: never");
    static final EndpointOption<Boolean> CLIENT_MODE =
            ALL.of("clientMode", false, "a route from this endpoint connects to a server, instead of being one");
    static final EndpointOption<Boolean> RECONNECT =
            ALL.of("reconnect", true, "clientMode: connect again when the connection has ended");
    static final EndpointOption<Duration> RECONNECT_INTERVAL = ALL.atLeast(
            Duration.ofMillis(1),
            "reconnectInterval",
            Duration.ofSeconds(10),
            "clientMode: maximum time between two attempts; the first comes at once, the next after about 100 ms");

    static final EndpointOption<Boolean> SSL = ALL.of("ssl", false, "use TLS");

    static {
        ALL.addAll(SocketOptions.ALL);
    }
}
