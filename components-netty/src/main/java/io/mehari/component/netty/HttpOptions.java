package io.mehari.component.netty;

import io.mehari.spi.EndpointOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The options of {@code netty-http}. */
final class HttpOptions {
    private HttpOptions() {}

    // ---- server
    static final EndpointOption<String> HTTP_METHOD_RESTRICT = EndpointOption.optional(
            "httpMethodRestrict",
            String.class,
            "server: the methods of this route, as in GET,POST; others get 405; default: all but TRACE,"
                    + " CONNECT and OPTIONS");
    static final EndpointOption<Boolean> MATCH_ON_URI_PREFIX = EndpointOption.of(
            "matchOnUriPrefix", Boolean.class, false, "server: also take all paths that begin with the URI's");
    static final EndpointOption<Boolean> SEND_503_WHEN_SUSPENDED = EndpointOption.of(
            "send503whenSuspended",
            Boolean.class,
            true,
            "server: while the route is suspended, answer 503; false: answer 404");
    static final EndpointOption<Integer> CHUNKED_MAX_CONTENT_LENGTH = EndpointOption.of(
            "chunkedMaxContentLength",
            Integer.class,
            1 << 20,
            "maximum number of bytes of a body that is received, chunked or not; a longer request gets 413");
    static final EndpointOption<Boolean> DISABLE_STREAM_CACHE = EndpointOption.of(
            "disableStreamCache",
            Boolean.class,
            false,
            "server: the body of a request is an InputStream of any length, which the route reads while it arrives;"
                    + " chunkedMaxContentLength does not apply");
    static final EndpointOption<Integer> MAX_INITIAL_LINE_LENGTH = EndpointOption.of(
            "maxInitialLineLength",
            Integer.class,
            4_096,
            "maximum length of the first line; a request with a longer one gets 414");
    static final EndpointOption<Integer> MAX_HEADER_SIZE = EndpointOption.of(
            "maxHeaderSize",
            Integer.class,
            8_192,
            "maximum number of bytes of all headers; a request with more gets 431");
    static final EndpointOption<Integer> MAX_HEADERS = EndpointOption.of(
            "maxHeaders", Integer.class, 100, "maximum number of headers; a request with more gets 431");
    static final EndpointOption<Integer> MAX_CHUNK_SIZE = EndpointOption.of(
            "maxChunkSize", Integer.class, 8_192, "maximum number of bytes of a body that are decoded at once");
    static final EndpointOption<Integer> MAX_BUFFERED_BYTES = EndpointOption.optional(
            "maxBufferedBytes",
            Integer.class,
            "server: maximum number of bytes of all bodies that are being received; a request that needs more gets"
                    + " 503; default: an eighth of the heap, at most 64 MB");
    static final EndpointOption<Duration> IDLE_TIMEOUT = EndpointOption.of(
            "idleTimeout",
            Duration.class,
            Duration.ofSeconds(60),
            "server: close a connection that has had no request for this time; 0: never");
    static final EndpointOption<Boolean> COMPRESSION = EndpointOption.of(
            "compression", Boolean.class, false, "server: compress replies for clients that accept it");

    // ---- client
    static final EndpointOption<Boolean> THROW_EXCEPTION_ON_FAILURE = EndpointOption.of(
            "throwExceptionOnFailure",
            Boolean.class,
            true,
            "client: fail the exchange if the status is not one of okStatusCodeRange");
    static final EndpointOption<String> OK_STATUS_CODE_RANGE =
            EndpointOption.of("okStatusCodeRange", String.class, "200-299", "client: the statuses of success");
    static final EndpointOption<Boolean> BRIDGE_ENDPOINT = EndpointOption.of(
            "bridgeEndpoint",
            Boolean.class,
            false,
            "client: use the path and query of the URI alone, not those in MehariHttpPath and MehariHttpQuery");

    static final List<EndpointOption<?>> ALL = Stream.concat(
                    Stream.<EndpointOption<?>>of(
                            HTTP_METHOD_RESTRICT,
                            MATCH_ON_URI_PREFIX,
                            SEND_503_WHEN_SUSPENDED,
                            CHUNKED_MAX_CONTENT_LENGTH,
                            DISABLE_STREAM_CACHE,
                            MAX_INITIAL_LINE_LENGTH,
                            MAX_HEADER_SIZE,
                            MAX_HEADERS,
                            MAX_CHUNK_SIZE,
                            MAX_BUFFERED_BYTES,
                            IDLE_TIMEOUT,
                            COMPRESSION,
                            THROW_EXCEPTION_ON_FAILURE,
                            OK_STATUS_CODE_RANGE,
                            BRIDGE_ENDPOINT),
                    SocketOptions.COMMON.stream().filter(each -> each != SocketOptions.SSL))
            .toList();
}
