package io.mehari.component.netty.http;

import io.mehari.Exchange;
import io.mehari.connector.HeaderFilter;
import io.mehari.spi.internal.AsciiCase;
import io.mehari.spi.internal.SafeText;
import io.netty.handler.codec.http.HttpHeaderNames;
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

    static void read(HttpHeaders headers, Exchange exchange) {
        for (Map.Entry<String, String> each : headers) {
            HeaderFilter.add(exchange, each.getKey(), each.getValue());
        }
    }

    /**
     * Removes the headers of an answer that its header Connection names: they are for this hop alone. Those of a request
     * stay. A client could remove what a proxy has added, such as X-Forwarded-For, because many proxies pass the header
     * Connection on.
     */
    static void removeThoseOfTheHop(HttpHeaders answer) {
        for (String names : answer.getAll(HttpHeaderNames.CONNECTION)) {
            for (String each : names.split(",", -1)) {
                answer.remove(each.strip());
            }
        }
    }

    // ---- to the network

    /**
     * Writes the headers of an exchange.
     *
     * @param received what came with the request that these headers answer: what the route has not changed is not
     *     written; null if they are those of a request
     */
    static void write(Exchange exchange, HttpHeaders target, @Nullable Received received) {
        if (!exchange.hasHeaders()) {
            return;
        }
        UriValues uriValues = UriValues.of(exchange);
        for (Map.Entry<String, @Nullable Object> each : exchange.getHeaders().entrySet()) {
            String name = each.getKey();
            Object value = each.getValue();
            if (value == null || !HeaderFilter.passes(name)) {
                continue;
            }
            if (received == null ? uriValues.has(name, value) : received.has(name, value)) {
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
     * Writes the Content-Length that the route has set, or that another server has answered, to an answer without a
     * body: one to HEAD, or with status 304, has the length that the body would have.
     */
    static void writeLength(Exchange exchange, HttpHeaders target, @Nullable Received received) {
        Object length = exchange.getHeader(HttpHeaderNames.CONTENT_LENGTH.toString());
        if (length == null || (received != null && received.has("content-length", length))) {
            return;
        }
        if (length.toString().matches("\\d{1,18}")) {
            target.set(HttpHeaderNames.CONTENT_LENGTH, length.toString());
        }
    }

    /**
     * The headers of a request and the values of its URI. They are not sent back: a client must not set headers of its
     * own reply.
     */
    record Received(HttpHeaders headers, UriValues uriValues) {
        /** Whether the value is the same object. A route that sets an equal value wants to send it. */
        boolean has(String name, Object value) {
            return value == (Object) headers.get(name)
                    || uriValues.has(name, value)
                    || (value instanceof List<?> list && list.equals(headers.getAll(name)));
        }
    }

    /** Values of the query and of names in the path. They are headers for the route, and are not sent to any server. */
    record UriValues(Map<String, ?> byName, Map<String, ?> byFoldedName) {
        private static final String PROPERTY = "MehariHttpUriValues";
        private static final UriValues NONE = new UriValues(Map.of(), Map.of());

        static UriValues of(@Nullable String query, HttpHeaders headers, Map<String, String> pathValues) {
            if (query == null) {
                return pathValues.isEmpty() ? NONE : new UriValues(pathValues, Map.of());
            }
            Map<String, Object> all = HttpQuery.values(query, headers);
            all.putAll(pathValues); // last, because they win
            Map<String, Object> folded = new HashMap<>(); // a query may have thousands of names
            all.forEach((name, value) -> folded.put(AsciiCase.fold(name), value));
            return new UriValues(all, folded);
        }

        static UriValues of(Exchange exchange) {
            return exchange.getProperty(PROPERTY) instanceof UriValues values ? values : NONE;
        }

        void addTo(Exchange exchange) {
            if (!byName.isEmpty()) {
                exchange.setProperty(PROPERTY, this);
                byName.forEach(exchange::setHeader);
            }
        }

        /** Whether the header has the same object. The header may have another spelling of the name. */
        boolean has(String name, Object value) {
            if (!byFoldedName.isEmpty()) {
                return value == (Object) byFoldedName.get(AsciiCase.fold(name));
            }
            for (Map.Entry<String, ?> each : byName.entrySet()) {
                if (value == (Object) each.getValue() && AsciiCase.equal(name, each.getKey())) {
                    return true;
                }
            }
            return false;
        }
    }

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
