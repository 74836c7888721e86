package io.mehari.component.netty;

import io.mehari.Exchange;
import io.mehari.spi.AsciiCase;
import io.mehari.spi.HeaderFilter;
import io.mehari.spi.SafeText;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The headers of HTTP messages, in both directions: those that {@link HeaderFilter} lets pass. */
final class HttpHeaderFilter {
    private HttpHeaderFilter() {}

    /** Headers that belong to one connection, or that the connector sets itself, in lower case. */
    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    // ---- from the network

    /** Adds the headers of a message. Several headers with one name become a list. */
    static void read(HttpHeaders headers, Exchange exchange) {
        for (Map.Entry<String, String> each : headers) {
            HeaderFilter.add(exchange, each.getKey(), each.getValue());
        }
    }

    // ---- to the network

    /**
     * Writes the headers of an exchange.
     *
     * @param received the headers of the request: those that the route has not changed are not written; null if there
     *     is no request
     */
    static void write(Exchange exchange, HttpHeaders target, @Nullable Received received) {
        if (!exchange.hasHeaders()) {
            return;
        }
        for (Map.Entry<String, @Nullable Object> each : exchange.getHeaders().entrySet()) {
            String name = each.getKey();
            Object value = each.getValue();
            if (value == null || !HeaderFilter.passes(name) || (received != null && received.has(name, value))) {
                continue;
            }
            if (OF_THE_CONNECTION.contains(AsciiCase.fold(name))) {
                continue;
            }
            if (value instanceof List<?> list) {
                list.forEach(element -> put(target, name, element));
            } else {
                put(target, name, value);
            }
        }
    }

    /**
     * The headers of a request. They must not be sent back: a client must not be able to set headers of its own reply.
     */
    static final class Received {
        private final HttpHeaders headers;

        /** Values of the query and of parts of the path, by folded name. */
        private Map<String, Object> fromUri = Map.of();

        Received(HttpHeaders headers) {
            this.headers = headers;
        }

        void addFromUri(Exchange exchange, String name, Object value) {
            exchange.setHeader(name, value);
            fromUri = fromUri.isEmpty() ? new HashMap<>() : fromUri;
            fromUri.put(AsciiCase.fold(name), value);
        }

        /** Whether the value is the same object. A route that sets an equal value wants to send it. */
        boolean has(String name, Object value) {
            if (value == (Object) headers.get(name)) {
                return true;
            }
            if (!fromUri.isEmpty() && value == fromUri.get(AsciiCase.fold(name))) {
                return true;
            }
            return value instanceof List<?> list && list.equals(headers.getAll(name));
        }
    }

    /** Writes a value of a simple type. Values of other types are not written. */
    private static void put(HttpHeaders target, String name, @Nullable Object value) {
        String text = HeaderFilter.text(value);
        if (text == null) {
            return;
        }
        check(name, name, true);
        check(name, text, false);
        target.add(name, text);
    }

    /** Refuses characters that could begin another header or another message. */
    private static void check(String name, String text, boolean isName) {
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            boolean bad = isName ? !isTokenChar(each) : (each < ' ' && each != '\t') || each == 0x7f || each > 0xff;
            if (bad) {
                throw new IllegalArgumentException("The header " + SafeText.of(name)
                        + (isName ? " has a name" : " has a value") + " with a character that HTTP does not allow, at"
                        + " index " + i + ": remove the header, or encode it");
            }
        }
        if (isName && text.isEmpty()) {
            throw new IllegalArgumentException("A header has an empty name: remove it");
        }
    }

    private static boolean isTokenChar(char each) {
        return (each >= 'a' && each <= 'z')
                || (each >= 'A' && each <= 'Z')
                || (each >= '0' && each <= '9')
                || "!#$%&'*+-.^_`|~".indexOf(each) >= 0;
    }
}
