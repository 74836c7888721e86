package io.mehari.component.netty.http;

import io.mehari.spi.internal.AsciiCase;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rules of HTTP/1.1 that Netty's decoder does not check. */
final class HttpRules {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long SECOND_MILLIS = 1_000;

    private static final List<String> SCHEMES = List.of("http://", "https://");

    private static volatile Stamp stamp = new Stamp(0, "");

    private record Stamp(long second, String text) {}

    private HttpRules() {}

    /** The status with which to refuse the request; 0 if the request is valid. */
    static int violation(HttpRequest request, HttpSettings settings) {
        HttpHeaders headers = request.headers();
        if (headers.size() > settings.maxHeaders) {
            return 431;
        }
        boolean first = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        if (!first && !request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return 505;
        }
        int hosts = headers.getAll(HttpHeaderNames.HOST).size();
        String host = headers.get(HttpHeaderNames.HOST);
        if (hosts > 1 || (host == null ? !first : !isHost(host)) || !isTarget(request, host)) {
            return 400;
        }
        int coding = codings(headers, first);
        if (coding != 0 || hasLeadingZero(headers)) {
            return coding != 0 ? coding : 400;
        }
        String expected = headers.get(HttpHeaderNames.EXPECT);
        if (expected != null && !AsciiCase.equal(expected, "100-continue")) {
            return 417;
        }
        return request.method().equals(HttpMethod.CONNECT) ? 405 : 0;
    }

    /** False for what is not the name or address of a host with a port, and for white space of a folded line. */
    private static boolean isHost(String host) {
        for (int i = 0; i < host.length(); i++) {
            char each = host.charAt(i);
            boolean alphanumeric =
                    (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9');
            if (!alphanumeric && "-._~%!$&'()*+;=:[]".indexOf(each) < 0) {
                return false;
            }
        }
        return !host.isEmpty();
    }

    /** A path, a URI with the host of the header, or * for OPTIONS. Two hosts would be two meanings. */
    private static boolean isTarget(HttpRequest request, @Nullable String host) {
        String uri = request.uri();
        if (uri.startsWith("/") || request.method().equals(HttpMethod.CONNECT)) {
            return true;
        }
        if (uri.equals("*")) {
            return request.method().equals(HttpMethod.OPTIONS);
        }
        int begin = schemeLength(uri);
        if (begin == 0) {
            return false;
        }
        int end = begin;
        while (end < uri.length() && uri.charAt(end) != '/' && uri.charAt(end) != '?') {
            end++;
        }
        String its = uri.substring(begin, end);
        return host == null ? isHost(its) : AsciiCase.equal(its, host);
    }

    private static int schemeLength(String uri) {
        for (String each : SCHEMES) {
            if (AsciiCase.startsWith(uri, each)) {
                return each.length();
            }
        }
        return 0;
    }

    /** Only chunks are understood, once. With another coding after them, the end of the body is not known. */
    private static int codings(HttpHeaders headers, boolean first) {
        if (!headers.contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return 0;
        }
        List<String> given = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (given.size() == 1 && !first && AsciiCase.equal(given.get(0), "chunked")) {
            return 0;
        }
        return first || AsciiCase.fold(String.join(",", given)).contains("chunked") ? 400 : 501;
    }

    private static boolean hasLeadingZero(HttpHeaders headers) {
        String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
        return length != null && length.length() > 1 && length.charAt(0) == '0';
    }

    /**
     * The decoded parts of the path; null if it is not a path, not encoded correctly, or leads out of a folder: a
     * server behind this one might follow it.
     */
    static String @Nullable [] path(String uri) {
        String raw = rawPath(uri);
        if (!raw.startsWith("/") || !isPlain(uri)) {
            return null;
        }
        try {
            String[] parts = HttpPath.split(raw);
            for (int i = 0; i < parts.length; i++) {
                parts[i] = HttpPath.decode(parts[i]);
                if (HttpPath.isDots(parts[i]) || hasControl(parts[i])) {
                    return null;
                }
            }
            return parts;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isPlain(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            char each = uri.charAt(i);
            if (each <= ' ' || each >= 0x7f || each == '#') {
                return false;
            }
        }
        return true;
    }

    private static boolean hasControl(String part) {
        for (int i = 0; i < part.length(); i++) {
            if (part.charAt(i) < ' ' || part.charAt(i) == 0x7f) {
                return true;
            }
        }
        return false;
    }

    /** The path as it was sent, without the query, and without scheme and host if the request has these. */
    static String rawPath(String uri) {
        int question = uri.indexOf('?');
        String path = question < 0 ? uri : uri.substring(0, question);
        int scheme = path.indexOf("://");
        if (scheme > 0 && !path.startsWith("/")) {
            int slash = path.indexOf('/', scheme + 3);
            return slash < 0 ? "/" : path.substring(slash);
        }
        return path.equals("*") ? "/" : path;
    }

    static @Nullable String rawQuery(String uri) {
        int question = uri.indexOf('?');
        return question < 0 ? null : uri.substring(question + 1);
    }

    static byte[] text(HttpResponseStatus status) {
        return (status.code() + " " + status.reasonPhrase() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Adds the header Date, whose text is created once a second. */
    static void addDate(HttpHeaders headers) {
        long second = System.currentTimeMillis() / SECOND_MILLIS;
        Stamp known = stamp;
        if (known.second() != second) {
            known = new Stamp(second, DATE.format(Instant.ofEpochSecond(second)));
            stamp = known;
        }
        headers.set(HttpHeaderNames.DATE, known.text());
    }
}
