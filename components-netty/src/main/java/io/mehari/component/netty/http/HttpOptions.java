package io.mehari.component.netty.http;

import io.mehari.component.netty.socket.SocketOptions;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.OptionSet;
import java.time.Duration;

/** The options of {@code netty-http}. */
final class HttpOptions {
    private HttpOptions() {}

    static final OptionSet ALL = new OptionSet();

    /** Options of a port, which all routes that share it must agree on. */
    static final OptionSet PORT = new OptionSet();

    // ---- server
    static final EndpointOption<String> HTTP_METHOD_RESTRICT = ALL.text(
            "httpMethodRestrict",
            "server: the methods of this route, as in GET,POST; others get 405; default: all but TRACE,"
                    + " CONNECT and OPTIONS");
    static final EndpointOption<Boolean> MATCH_ON_URI_PREFIX =
            ALL.of("matchOnUriPrefix", false, "server: also take all paths that begin with the URI's");
    static final EndpointOption<Boolean> SEND_503_WHEN_SUSPENDED =
            ALL.of("send503whenSuspended", true, "server: while the route is suspended, answer 503; false: answer 404");
    static final EndpointOption<Boolean> QUERY_AS_HEADERS = ALL.of(
            "queryAsHeaders",
            false,
            "server: query parameters become headers, except for those that the request has as headers; then a client"
                    + " can set any header that it does not send");
    static final EndpointOption<Integer> CHUNKED_MAX_CONTENT_LENGTH = PORT.atLeast(
            0, "chunkedMaxContentLength", 1 << 20, "maximum bytes of a body that is received; a longer one gets 413");
    static final EndpointOption<Boolean> DISABLE_STREAM_CACHE = ALL.of(
            "disableStreamCache",
            false,
            "server: the body of a request is an InputStream of any length, which the route reads while it arrives;"
                    + " chunkedMaxContentLength does not apply");
    static final EndpointOption<Integer> MAX_INITIAL_LINE_LENGTH =
            PORT.atLeast(16, "maxInitialLineLength", 8_192, "maximum length of the first line; a longer one gets 414");
    static final EndpointOption<Integer> MAX_HEADER_SIZE = PORT.atLeast(
            16, "maxHeaderSize", 8_192, "maximum number of bytes of all headers; a request with more gets 431");
    static final EndpointOption<Integer> MAX_HEADERS =
            PORT.atLeast(1, "maxHeaders", 100, "maximum number of headers; a request with more gets 431");
    static final EndpointOption<Integer> MAX_CHUNK_SIZE =
            PORT.atLeast(16, "maxChunkSize", 8_192, "maximum number of bytes of a body that are decoded at once");
    static final EndpointOption<Duration> IDLE_TIMEOUT = PORT.atLeast(
            Duration.ZERO,
            "idleTimeout",
            Duration.ofSeconds(60),
            "server: close a connection without a request for this time; 0: never");
    static final EndpointOption<Boolean> COMPRESSION =
            PORT.of("compression", false, "server: compress replies for clients that accept it");

    // ---- client
    static final EndpointOption<Boolean> THROW_EXCEPTION_ON_FAILURE = ALL.of(
            "throwExceptionOnFailure", true, "client: fail the exchange if the status is not one of okStatusCodeRange");
    static final EndpointOption<String> OK_STATUS_CODE_RANGE =
            ALL.of("okStatusCodeRange", "200-299", "client: the statuses of success");
    static final EndpointOption<Boolean> BRIDGE_ENDPOINT =
            ALL.of("bridgeEndpoint", false, "client: ignore the headers MehariHttpPath and MehariHttpQuery");

    static {
        ALL.addAll(PORT);
        ALL.addAll(SocketOptions.ALL);
    }
}
